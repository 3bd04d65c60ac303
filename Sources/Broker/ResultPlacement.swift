import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Copies a result into a folder of the user's, where it appears whole under a name that is free.
struct ResultPlacement {
  private let file: InputFile
  private let folder: OpenFolder
  private let path: FilePath

  private static let mostNames = 10_000

  /// - Parameter path: of the folder, for messages.
  init(of file: InputFile, in folder: OpenFolder, _ path: FilePath) {
    (self.file, self.folder, self.path) = (file, folder, path)
  }

  /// - Parameter name: `a.jpg`, which becomes `a-2.jpg` where there is one.
  /// - Returns: the path of the copy.
  /// - Throws: `usage` for what is no name, `cannotCreateOutput`.
  func place(as name: String) throws(ConversionError) -> FilePath {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0") else {
      throw ConversionError(.usage, "\"\(name.prefix(80))\" is no name for a file")
    }
    let temporary = Array(".fairy-\(UInt64.random(in: .min ... .max))".utf8)
    do {
      try copy(to: temporary)
      let placed = try give(temporary, Self.names(like: FilePath(name)))
      try folder.sync()
      return path.appending(placed)
    } catch {
      try? folder.remove(temporary, isFolder: false)
      throw ConversionError(
        .cannotCreateOutput, "could not be written: \(error)", file: path, cause: error)
    }
  }

  private func copy(to name: [UInt8]) throws {
    let copy = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    defer { try? copy.close() }
    var offset = 0
    while offset < file.byteCount {
      let bytes = try file.read(at: offset, count: min(1 << 20, file.byteCount - offset))
      try copy.writeAll(bytes.span)
      offset += bytes.count
    }
    if let times = file.times { copy.setTimes(times) }
    _ = fchmod(copy.rawValue, FileModes.usual)
    try copy.syncData()
  }

  /// Gives a file the first of the names that is free.
  private func give(_ temporary: [UInt8], _ names: some Sequence<String>) throws(Errno) -> String {
    for name in names {
      do throws(Errno) {
        try folder.renameKeepingOthers(temporary, to: Array(name.utf8), in: folder)
        return name
      } catch {
        guard error == .fileExists else { throw error }
      }
    }
    throw .fileExists
  }

  /// `a.jpg`, `a-2.jpg`, `a-3.jpg` …
  private static func names(like name: FilePath) -> some Sequence<String> {
    let stem = name.stem ?? ""
    let ending = name.extension.map { ".\($0)" } ?? ""
    return (1...mostNames).lazy.map { $0 == 1 ? stem + ending : "\(stem)-\($0)\(ending)" }
  }
}
