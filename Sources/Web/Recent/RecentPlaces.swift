import ConverterCore
import FairyLibrary
import SystemPackage

/// What was opened last, by the command line and here, and where the web view shows it.
struct RecentPlaces: Sendable {
  private let recent: RecentFiles
  private let folders: [BrokerConnection.Greeting.Folder]

  init(_ library: DocumentLibrary, _ folders: [BrokerConnection.Greeting.Folder]) {
    (recent, self.folders) = (RecentFiles(of: library), folders)
  }

  /// Remembers a file of a served folder, unless the settings of the library say otherwise.
  ///
  /// What was sent is listed where it is, and is not remembered.
  ///
  /// - Parameters:
  ///   - file: as the broker knows it.
  ///   - type: the name of its type, one that is known; `nil` where it is not.
  ///   - byteCount: of the file, or of what is in an archive.
  func remember(_ file: FileAddress, type: String?, byteCount: Int?) {
    guard let path = file.openedPath, let place = absolutePath(of: path) else { return }
    let isWhole = if case .file = file { true } else { false }
    // A file is shown whether or not that can be remembered.
    try? recent.remember(
      RecentFile(
        file.at(place), type: type.map { .init(rawValue: $0) }, byteCount: isWhole ? byteCount : nil
      ))
  }

  /// - Throws: `readFailed`, `damagedInput`.
  func all() throws(ConversionError) -> [RecentFile] { try recent.all() }

  func clear() throws(ConversionError) { try recent.clear() }

  /// Forgets a file.
  ///
  /// - Parameter key: its ``key(of:)``; for any other, nothing happens.
  func forget(_ key: String) throws(ConversionError) {
    guard let file = try recent.all().first(where: { Self.key(of: $0) == key }) else { return }
    try recent.forget(file.input)
  }

  /// What a form calls a file.
  static func key(of file: RecentFile) -> String {
    Array(Digest.sha256(file.input.bytes).prefix(16)).hexadecimal
  }

  /// The file as the broker knows it; `nil` where it is in no folder that is served.
  func served(_ file: RecentFile) -> FileAddress? {
    guard let path = file.input.openedPath else { return nil }
    for folder in folders {
      var rest = path
      guard rest.removePrefix(folder.path) else { continue }
      return file.input.at(FilePath(folder.word).pushing(rest))
    }
    return nil
  }

  private func absolutePath(of path: FilePath) -> FilePath? {
    for folder in folders {
      var rest = path
      if rest.removePrefix(FilePath(folder.word)) { return folder.path.pushing(rest) }
    }
    return nil
  }
}

extension FileAddress {
  /// The same, or the same file in the archive, elsewhere.
  fileprivate func at(_ path: FilePath) -> FileAddress {
    switch self {
    case .entry(_, let address): .entry(path, address)
    default: .file(path)
    }
  }
}
