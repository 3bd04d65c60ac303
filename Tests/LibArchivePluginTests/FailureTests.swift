import ArchiveModel
import ConverterCore
import LibArchivePlugin
import Synchronization
import TestSupport
import Testing

/// What goes wrong outside of the archive comes out as it went in.
@Suite struct FailureTests {
  /// Bytes of which some cannot be read, or are not there.
  private struct Failing: RandomAccessContent {
    let bytes: [UInt8]
    let byteCount: Int
    let badPlace: Int

    func read(
      at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ConversionError) -> Int {
      if offset + buffer.count > badPlace {
        throw ConversionError(.readFailed, "bad sector")
      }
      let part = bytes.dropFirst(offset).prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
  }

  private static let commands = [
    ("tar", "tar -cf a in"), ("gzip", "tar -czf a in"), ("xz", "tar -cJf a in"),
    ("7z", "7z a -bd a.7z in >/dev/null; mv a.7z a"),
    ("genisoimage", "genisoimage -quiet -R -o a in"), ("bsdtar", "bsdtar --format=xar -cf a in"),
  ]

  @Test(arguments: commands)
  func ofReading(tool: String, command: String) throws {
    guard Places.has(program: tool) else { return }
    let bytes = try Sample().make(command, "a")
    let type = try Detector.complete.detect(InputFile(bytes: bytes)).type.id
    for bad in [0, bytes.count / 3, bytes.count / 2] {
      let content = Failing(bytes: bytes, byteCount: bytes.count, badPlace: bad)
      let thrown = error {
        _ = try Opened(InputFile(content: content, name: nil), type: type).items()
      }
      #expect(thrown?.code == .readFailed, "\(bad) of \(bytes.count)")
      #expect(thrown?.message == "bad sector")
    }
  }

  /// A file that became shorter after it was opened.
  @Test(arguments: commands)
  func ofMissingBytes(tool: String, command: String) throws {
    guard Places.has(program: tool) else { return }
    let bytes = try Sample().make(command, "a")
    let type = try Detector.complete.detect(InputFile(bytes: bytes)).type.id
    let content = Failing(
      bytes: Array(bytes.prefix(bytes.count / 2)), byteCount: bytes.count, badPlace: .max)
    let thrown = error {
      _ = try Opened(InputFile(content: content, name: nil), type: type).items()
    }
    #expect(thrown?.code == .damagedInput)
  }

  @Test(arguments: commands)
  func ofCancelledConversions(tool: String, command: String) throws {
    guard Places.has(program: tool) else { return }
    let bytes = try Sample().make(command, "a")
    var registry = Registry()
    try LibArchivePlugin.register(in: &registry)
    let cancellation = Cancellation()
    let context = ConversionContext(registry: registry, cancellation: cancellation)
    let input = InputFile(bytes: bytes)
    let type = try Detector.complete.detect(input).type.id
    let reader = try #require(
      registry.reader(for: type, in: .complete) as? any Reader<Archive>)
    let archive = try reader.read(input, type: type, in: ReadingContext(context))
    guard case .sequence(let sequence) = archive.content else { return }
    let pass = try sequence.makePass()
    #expect(try pass.next() != nil)
    cancellation.cancel()
    let thrown = error { while try pass.next() != nil {} }
    #expect(thrown?.code == .interrupted)
  }

  @Test func ofPassesUsedWrongly() throws {
    let bytes = TarBytes.file("a", [1]) + TarBytes.file("b", [2]) + TarBytes.end
    let pass = try Opened(bytes).sequence.makePass()
    #expect(error { _ = try pass.open() }?.code == .internalError)
    _ = try pass.next()
    let stream = try pass.open()
    _ = try pass.next()
    #expect(error { _ = try stream.next() }?.code == .internalError)
    #expect(try Opened.content(pass.open()) == [2])
  }

  @Test(arguments: ContentTypeCatalog.complete.types.map(\.id).filter { !$0.rawValue.isEmpty })
  func ofBytesThatAreNoArchive(type: ContentType.ID) throws {
    var registry = Registry()
    try LibArchivePlugin.register(in: &registry)
    guard registry.reader(for: type, in: registry.catalog) != nil else { return }
    for bytes in [[], [0x41], [UInt8](repeating: 0x55, count: 100_000)] {
      let thrown = error { _ = try Opened(bytes, type: type).items() }
      #expect([.damagedInput, .unsupportedContent].contains(thrown?.code), "\(bytes.count)")
    }
  }
}
