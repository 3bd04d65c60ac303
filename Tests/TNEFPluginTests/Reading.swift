import ArchiveModel
import ConverterCore
import TNEFPlugin
import TestSupport
import Testing

/// A file opened as the program would open it.
struct Opened {
  let archive: Archive
  let context: ConversionContext
  let entries: [Entry]
  private let contents: any EntryReader

  init(
    _ bytes: [UInt8], limits: Limits = .standard, reading: ReadingOptions = ReadingOptions()
  ) throws {
    var registry = Registry()
    try TNEFPlugin.register(in: &registry)
    context = ConversionContext(registry: registry, limits: limits, reading: reading)
    let type: ContentType.ID = "com.microsoft.tnef"
    let reader = try #require(registry.reader(for: type, in: .complete) as? any Reader<Archive>)
    archive = try reader.read(InputFile(bytes: bytes), type: type, in: ReadingContext(context))
    guard case .directory(let directory) = archive.content else {
      throw ConversionError(.internalError, "not a directory")
    }
    entries = directory.entries
    contents = try directory.makeReader()
  }

  var paths: [String] { entries.map { String(decoding: $0.path.bytes, as: UTF8.self) } }

  func content(_ path: String) throws -> [UInt8] {
    let index = try #require(paths.firstIndex(of: path), "no \(path)")
    let stream = try contents.open(entries[index])
    var content: [UInt8] = []
    while let piece = try stream.next() {
      let bytes = piece.array
      #expect(!bytes.isEmpty)
      content += bytes
    }
    #expect(entries[index].byteCount ?? 0 == content.count)
    return content
  }

  func text(_ path: String) throws -> String { String(decoding: try content(path), as: UTF8.self) }

  func fault(_ path: String) throws -> ConversionError? {
    entries[try #require(paths.firstIndex(of: path), "no \(path)")].fault
  }
}

/// The error of `body`, which has to be a `ConversionError`.
func error(_ body: () throws -> Void) -> ConversionError? {
  do {
    try body()
    return nil
  } catch {
    return error as? ConversionError
  }
}
