import ArchiveModel
import ConverterCore
import FolderPlugin
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// An archive in memory, whose contents may fail.
struct FakeArchive: EntryDirectory, EntrySequence {
  struct Content: Sendable {
    var bytes: [UInt8] = []
    /// Bytes in each piece.
    var piece = Int.max
    /// Thrown after the last piece.
    var failure: ConversionError?
  }

  var entries: [Entry] = []
  var contents: [Content] = []
  var byteCount: Int { contents.reduce(0) { $0 + $1.bytes.count } }

  mutating func add(
    _ path: [UInt8], _ kind: Entry.Kind = .file, _ content: Content = Content(),
    permissions: UInt16? = nil, modified: Timestamp? = nil, target: String? = nil
  ) {
    entries.append(
      Entry(
        index: entries.count, path: EntryPath(path), kind: kind,
        byteCount: kind == .file ? content.bytes.count : nil, modified: modified,
        permissions: permissions, linkTarget: target.map { Array($0.utf8) }))
    contents.append(content)
  }

  mutating func file(
    _ path: String, _ text: String = "", permissions: UInt16? = nil, modified: Timestamp? = nil
  ) {
    add(
      Array(path.utf8), .file, Content(bytes: Array(text.utf8)), permissions: permissions,
      modified: modified)
  }

  mutating func folder(_ path: String, permissions: UInt16? = nil, modified: Timestamp? = nil) {
    add(Array(path.utf8), .folder, permissions: permissions, modified: modified)
  }

  mutating func link(_ path: String, to target: String) {
    add(Array(path.utf8), .link, target: target)
  }

  mutating func hardLink(_ path: String, to target: String) {
    add(Array(path.utf8), .hardLink, target: target)
  }

  /// As `a=text`, `a/`, `a>target`, `a~target` for a hard link.
  init(_ things: String...) {
    for thing in things {
      if thing.hasSuffix("/") {
        folder(String(thing.dropLast()))
      } else if let mark = thing.firstIndex(of: ">") {
        link(String(thing[..<mark]), to: String(thing[thing.index(after: mark)...]))
      } else if let mark = thing.firstIndex(of: "~") {
        hardLink(String(thing[..<mark]), to: String(thing[thing.index(after: mark)...]))
      } else if let mark = thing.firstIndex(of: "=") {
        file(String(thing[..<mark]), String(thing[thing.index(after: mark)...]))
      }
    }
  }

  func makeReader() throws(ConversionError) -> any EntryReader { Reading(self) }
  func makePass() throws(ConversionError) -> any EntryPass { Reading(self) }

  var model: Archive { Archive(format: "fake", content: .directory(self)) }
  var stream: Archive { Archive(format: "fake", content: .sequence(self)) }

  private final class Reading: EntryReader, EntryPass {
    private let archive: FakeArchive
    private var position = -1

    init(_ archive: FakeArchive) { self.archive = archive }

    var fraction: Double { 0 }

    func next() throws(ConversionError) -> Entry? {
      position += 1
      return position < archive.entries.count ? archive.entries[position] : nil
    }

    func open() throws(ConversionError) -> any EntryStream { Stream(archive.contents[position]) }

    func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
      Stream(archive.contents[entry.index])
    }
  }

  private final class Stream: EntryStream {
    private let content: Content
    private var offset = 0

    init(_ content: Content) {
      self.content = content
    }

    @_lifetime(borrow self)
    func next() throws(ConversionError) -> Span<UInt8>? {
      let buffer = content.bytes
      guard offset < buffer.count else {
        if let failure = content.failure { throw failure }
        return nil
      }
      let end = offset + min(content.piece, buffer.count - offset)
      defer { offset = end }
      // The content is never changed.
      return unsafe _overrideLifetime(buffer.span.extracting(offset..<end), borrowing: self)
    }
  }
}

/// Unpacks archives into a scratch folder, as the program does.
struct Unpacking {
  let scratch: ScratchFolder
  var options = ConversionOptions()
  var limits = Limits()
  var arrangement = OutputFolder.Arrangement.whole
  var keepsTimes = true
  var permissions: FilePermissions?
  var threads = 1
  var cancellation = Cancellation()
  var conflict = OutputFile.ConflictPolicy.fail

  init() throws { scratch = try ScratchFolder() }

  static let registry: Registry = {
    var registry = Registry()
    try? FolderPlugin.register(in: &registry)
    return registry
  }()

  func context() -> ConversionContext {
    ConversionContext(
      registry: Self.registry, limits: limits, threads: threads, cancellation: cancellation)
  }

  @discardableResult
  func callAsFunction(_ archive: Archive, to name: String = "out") throws -> ConversionContext {
    let context = context()
    let folder = try OutputFolder(
      FilePath(scratch.file(name)), arrangement, keepsTimes: keepsTimes, permissions: permissions)
    try fill(folder, archive, context)
    _ = try folder.publish(conflict: conflict)
    return context
  }

  func fill(_ folder: OutputFolder, _ archive: Archive, _ context: ConversionContext) throws {
    let writer = try #require(
      Self.registry.writer(for: "public.folder") as? any FolderWriter<Archive>)
    func write<W: FolderWriter<Archive>>(_ writer: W) throws {
      try writer.write(
        archive, into: folder, options: try W.Options(options), in: WritingContext(context))
    }
    try write(writer)
  }

  /// Reads a folder as an archive.
  func read(_ name: String, in context: ConversionContext? = nil) throws -> Archive {
    let path = FilePath(scratch.file(name))
    let input = try InputFile(path: path, allowsFolder: true)
    let reader = try #require(Self.registry.reader(for: "public.folder", in: .complete))
    func read<R: Reader>(_ reader: R) throws -> Archive? {
      try reader.read(input, type: "public.folder", in: ReadingContext(context ?? self.context()))
        as? Archive
    }
    return try #require(try read(reader))
  }

  /// Unpacks what must be refused, and sees to it that nothing is there then that was not before.
  func refused(_ archive: FakeArchive) throws -> ConversionError {
    let before = try FolderTree.lines(scratch.path)
    var errors: [ConversionError] = []
    for model in [archive.model, archive.stream] {
      errors.append(try #require(#expect(throws: ConversionError.self) { try self(model) }))
      #expect(try FolderTree.lines(scratch.path) == before)
    }
    #expect(errors[0].code == errors[1].code)
    return errors[0]
  }

  func lines(_ name: String = "out", times: Bool = false) throws -> [String] {
    try FolderTree.lines(scratch.file(name), times: times)
  }
}
