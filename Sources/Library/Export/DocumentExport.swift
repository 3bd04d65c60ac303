public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Copies of documents for the world outside the library: PDFs, and pictures of pages.
public struct DocumentExport {
  private let way: SaveWay
  private let documentFolder: FilePath
  private let imageFolder: FilePath

  /// Makes the folders where they are missing, and sees whether files can be made in them.
  ///
  /// - Parameters:
  ///   - way: what is stored.
  ///   - documentFolder: where PDFs go.
  ///   - imageFolder: where pictures go.
  /// - Throws: `usage` where nothing is to be stored; `cannotCreateOutput`: nothing was written then.
  public init(
    _ way: SaveWay, documentFolder: FilePath, imageFolder: FilePath
  ) throws(ConversionError) {
    guard way != .none else {
      throw ConversionError(.usage, "nothing is stored; the result goes to standard output")
    }
    (self.way, self.documentFolder, self.imageFolder) = (way, documentFolder, imageFolder)
    if way.storesDocument { try Self.prepare(documentFolder) }
    if way.storesImages { try Self.prepare(imageFolder) }
  }

  private static func prepare(_ folder: FilePath) throws(ConversionError) {
    do {
      try folder.makeFolders(mode: 0o777)
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "the folder cannot be made: \(error)", file: folder, cause: error)
    }
    // The system alone knows: a disk may be read-only, and root may write anywhere else.
    guard let probe = folder.makeTemporaryFile(".fairy-XXXXXX") else {
      let error = Errno(rawValue: errno)
      throw ConversionError(
        .cannotCreateOutput, "no file can be made in it: \(error); -o names another folder",
        file: folder, cause: error)
    }
    try? probe.descriptor.close()
    probe.path.removeFile()
  }

  /// Copies a document; files that are there stay as they are, and the copies get names with a number.
  ///
  /// - Returns: the copies.
  /// - Throws: `usage` for a draft whose PDF is wanted; `damagedInput` where a file of it is missing; `writeFailed`.
  public func run(_ document: DocumentFolder) throws(ConversionError) -> [FilePath] {
    let metadata = try document.metadata()
    let files = try files(of: document, metadata)
    let name = Self.fileName(of: metadata.title)
    var number = 1
    while files.contains(where: { path(of: $0, name, number).status(followsLinks: false) != nil }) {
      number += 1
    }
    var copies: [FilePath] = []
    for file in files {
      copies.append(try Self.copy(file.source, to: path(of: file, name, number), conflict: .rename))
    }
    return copies
  }

  private struct File {
    let source: FilePath
    let folder: FilePath
    /// What follows the title: `.pdf`, `-001.jpg`.
    let end: String
  }

  private func path(of file: File, _ name: String, _ number: Int) -> FilePath {
    file.folder.appending(number == 1 ? name + file.end : "\(name)-\(number)\(file.end)")
  }

  /// All that is to be copied; each is there.
  private func files(
    of document: DocumentFolder, _ metadata: DocumentMetadata
  ) throws(ConversionError) -> [File] {
    var files: [File] = []
    if way.storesDocument {
      files.append(
        File(source: try document.savedDocument(), folder: documentFolder, end: ".pdf"))
    }
    if way.storesImages {
      for (index, page) in metadata.pages.enumerated() {
        let name = page.picture ?? ""
        let source = document.path(of: name, in: .pages)
        guard source.isRegularFile else { throw Self.missing(source) }
        let place = StoredName(
          number: index + 1, fileExtension: StoredName(name)?.fileExtension ?? "jpg")
        files.append(File(source: source, folder: imageFolder, end: "-\(place)"))
      }
    }
    guard !files.isEmpty else {
      throw ConversionError(.usage, "has no pages, and nothing to export", file: document.path)
    }
    return files
  }

  fileprivate static func missing(_ path: FilePath) -> ConversionError {
    ConversionError(
      .damagedInput, "is missing; `fairy library check` makes it again if that can be", file: path)
  }

  /// Copies a file whole or not at all.
  ///
  /// - Returns: the path that the copy got.
  @discardableResult
  public static func copy(
    _ source: FilePath, to path: FilePath, conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> FilePath {
    let output = try OutputFile(.file(path))
    try InputFile(path: source).write(to: output)
    try output.complete()
    return try output.publish(conflict: conflict) ?? path
  }

  /// A name for files of a document: its title, without what names cannot have.
  public static func fileName(of title: String) -> String {
    var name = ""
    for character in title where name.utf8.count + character.utf8.count <= longestName {
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      name.append(character == "/" ? "-" : isControl ? " " : character)
    }
    let trimmed = name.drop { $0 == " " || $0 == "." }
    return trimmed.isEmpty ? "document" : String(trimmed)
  }

  /// What leaves room in the 255 bytes of a name for numbers and an extension.
  private static let longestName = 200
}

extension DocumentFolder {
  /// Its PDF.
  ///
  /// - Throws: `usage` for a draft; `damagedInput` where it is missing.
  public func savedDocument() throws(ConversionError) -> FilePath {
    let metadata = try metadata()
    guard metadata.output != nil else {
      throw ConversionError(
        .usage, "\"\(metadata.title.printable)\" is a draft: `fairy library save` makes its PDF")
    }
    let path = path(of: .pdf, metadata)
    guard path.isRegularFile else { throw DocumentExport.missing(path) }
    return path
  }
}

extension InputFile {
  /// Writes all of it.
  public func write(to output: OutputFile) throws(ConversionError) {
    var offset = 0
    while offset < byteCount {
      let bytes = try read(at: offset, count: min(1 << 20, byteCount - offset))
      guard !bytes.isEmpty else { return }
      try output.write(bytes)
      offset += bytes.count
    }
  }
}
