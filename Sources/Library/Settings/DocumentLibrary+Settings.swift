public import ConverterCore
import SystemPackage

extension DocumentLibrary {
  static let settingsFolder = "settings"
  static let settingsName = "settings.json"
  private static let mostSettings = 1 << 24

  /// What the user has chosen; what holds without a choice where there is no file.
  ///
  /// - Throws: `damagedInput` for a damaged file, `unsupportedContent` for one of a later version; `readFailed`.
  public func settings() throws(ConversionError) -> LibrarySettings {
    let file = path.appending(Self.settingsFolder).appending(Self.settingsName)
    do {
      let place = try folder.folder(Array(Self.settingsFolder.utf8))
      guard try place.status(of: Array(Self.settingsName.utf8)) != nil else {
        return LibrarySettings()
      }
      let bytes = try place.bytes(of: Self.settingsName, most: Self.mostSettings)
      return try LibrarySettings(record: try JSONValue(parsing: bytes))
    } catch Errno.noSuchFileOrDirectory {
      return LibrarySettings()
    } catch let error as ConversionError {
      throw error.about(file)
    } catch {
      throw ConversionError(.readFailed, "could not be read: \(error)", file: file, cause: error)
    }
  }

  /// Changes the settings: all of the change is made, or none. One program at a time does that.
  ///
  /// - Returns: the settings as they are then.
  /// - Throws: `usage` for settings that cannot be; `changedMeanwhile`, `writeFailed`.
  @discardableResult
  public func changeSettings(
    _ edit: (inout LibrarySettings) throws(ConversionError) -> Void
  ) throws(ConversionError) -> LibrarySettings {
    let place = try folder.folderMade(Self.settingsFolder)
    // The lock on the folder of the settings says that somebody is syncing.
    let lock = try folder.locked(
      DocumentFolder.patience,
      orElse: "another program is changing the settings; try again when that has ended")
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    try edit(&settings)
    do throws(ConversionError) {
      let bytes = Array("\(settings.record)\n".utf8)
      guard try LibrarySettings(record: try JSONValue(parsing: bytes)) == settings else {
        throw ConversionError(.usage, "a path that is not UTF-8 cannot be kept in the settings")
      }
      try place.replaceFile(Self.settingsName, with: bytes)
    } catch {
      throw error.about(path.appending(Self.settingsFolder).appending(Self.settingsName))
    }
    return settings
  }
}
