import SystemPackage

extension InputFile {
  /// The folder that it is, under a descriptor of its own.
  ///
  /// - Throws: `readFailed` for what is no folder, or may not be opened once more.
  package func openFolder() throws(ConversionError) -> OpenFolder {
    guard isFolder, let descriptor else { throw ConversionError(.readFailed, "is not a folder") }
    do throws(Errno) {
      return try OpenFolder(reopening: descriptor)
    } catch {
      throw ConversionError(.readFailed, "may not be listed: \(error)", cause: error)
    }
  }
}
