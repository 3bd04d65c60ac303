import ArchiveModel
import ConverterCore
import LibArchivePlugin
import SystemPackage
import TestSupport
import Testing

/// What a test gets to see of an archive.
struct Item: Equatable {
  var path: String
  var kind: Entry.Kind = .file
  var content: [UInt8] = []
  var target: String?

  init(_ path: String, _ content: String) {
    self.path = path
    self.content = Array(content.utf8)
  }

  init(_ path: String, _ kind: Entry.Kind = .file, content: [UInt8] = [], target: String? = nil) {
    self.path = path
    self.kind = kind
    self.content = content
    self.target = target
  }
}

/// An archive opened as the program would open it.
struct Opened {
  let archive: Archive
  let context: ConversionContext

  /// - Parameter type: `nil` has it detected.
  init(
    _ input: InputFile, type: ContentType.ID? = nil, limits: Limits = .standard,
    reading: ReadingOptions = ReadingOptions()
  ) throws {
    var registry = Registry()
    try LibArchivePlugin.register(in: &registry)
    context = ConversionContext(registry: registry, limits: limits, reading: reading)
    let detector = Detector(catalog: registry.catalog, marks: registry.marks)
    let type = try type ?? detector.detect(input).type.id
    let reader = try #require(
      registry.reader(for: type, in: registry.catalog) as? any Reader<Archive>,
      "no reader of \(type)")
    archive = try reader.read(input, type: type, in: ReadingContext(context))
  }

  init(
    _ bytes: [UInt8], named name: String? = nil, type: ContentType.ID? = nil,
    limits: Limits = .standard, reading: ReadingOptions = ReadingOptions()
  ) throws {
    try self.init(
      InputFile(bytes: bytes, name: name), type: type, limits: limits, reading: reading)
  }

  init(path: String, type: ContentType.ID? = nil) throws {
    try self.init(InputFile(path: FilePath(path)), type: type)
  }

  var sequence: any EntrySequence {
    get throws {
      guard case .sequence(let sequence) = archive.content else {
        throw ConversionError(.internalError, "not a sequence")
      }
      return sequence
    }
  }

  /// The facts alone, nothing read.
  func entries() throws -> [Entry] {
    let pass = try sequence.makePass()
    var entries: [Entry] = []
    while let entry = try pass.next() { entries.append(entry) }
    return entries
  }

  /// Everything, with contents.
  func items() throws -> [Item] {
    let pass = try sequence.makePass()
    var items: [Item] = []
    while let entry = try pass.next() {
      items.append(
        Item(
          String(decoding: entry.path.bytes, as: UTF8.self), entry.kind,
          content: try Self.content(pass.open()),
          target: entry.linkTarget.map { String(decoding: $0, as: UTF8.self) }))
    }
    return items
  }

  static func content(_ stream: any EntryStream, limit: Int = 64 << 20) throws -> [UInt8] {
    var content: [UInt8] = []
    while let piece = try stream.next() {
      let bytes = piece.array
      #expect(!bytes.isEmpty)
      content += bytes
      guard content.count <= limit else { throw ConversionError(.limitExceeded, "for the test") }
    }
    return content
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

/// The files that most archives of the tests are made of.
struct Sample {
  let scratch: ScratchFolder
  /// What is in the archive whose top is the folder `in`, sorted by path.
  let items: [Item]

  /// - Parameter links: whether the format under test can hold links.
  init(links: Bool = true) throws {
    scratch = try ScratchFolder()
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7 ^ $0 >> 8) }
    try scratch.write(Array("hello\n".utf8), to: "in/a.txt")
    try scratch.write([], to: "in/empty")
    try scratch.write(large, to: "in/sub/large.bin")
    try scratch.write(Array("ü\n".utf8), to: "in/sub/Grüße 日本.txt")
    var items = [
      Item("in", .folder), Item("in/a.txt", "hello\n"), Item("in/empty", ""),
      Item("in/sub", .folder), Item("in/sub/Grüße 日本.txt", "ü\n"),
      Item("in/sub/large.bin", content: large),
    ]
    if links {
      _ = try Program.shell("ln -s ../a.txt in/sub/link", in: scratch.path)
      items.append(Item("in/sub/link", .link, target: "../a.txt"))
    }
    self.items = items
  }

  /// Runs a command in the folder and opens what it makes.
  func make(_ command: String, _ name: String) throws -> [UInt8] {
    let result = try Program.shell("export LC_ALL=C.UTF-8; \(command)", in: scratch.path)
    #expect(result.status == 0, "\(command): \(result.error)")
    return try scratch.bytes(name)
  }
}

extension [Item] {
  /// In the order of paths, however the archive has them.
  var inOrder: [Item] { self.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) } }
}
