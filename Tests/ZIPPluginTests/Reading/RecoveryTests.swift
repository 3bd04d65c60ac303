import ArchiveModel
import ConverterCore
import TestSupport
import Testing
import ZIPPlugin

/// Archives whose directory is missing or damaged: what stands before the contents tells of them.
@Suite struct RecoveryTests {
  typealias Entry = SyntheticArchive.Entry

  private static let archive: SyntheticArchive = {
    var large = Entry("z", "large")
    large.local.extra = field(1, little(5, 8) + little(5, 8))
    (large.local.size, large.local.compressed) = (0xFFFF_FFFF, 0xFFFF_FFFF)
    return SyntheticArchive([
      Entry("a.txt", "hello"),
      Entry(deflated: "b/Gr\u{FC}\u{DF}e", Array(repeating: 65, count: 300)),
      Entry(deflated: "d", Array("descriptor".utf8)).withDescriptor(), large,
      Entry(deflated: "e", Array("another".utf8)).withDescriptor(),
    ])
  }()

  private static let names = ["a.txt", "b/Gr\u{FC}\u{DF}e", "d", "z", "e"]

  /// What a pass over an archive gives, and the error behind it.
  private func pass(
    _ bytes: [UInt8]
  ) throws -> (names: [String], contents: [[UInt8]], error: ConversionError?) {
    var registry = Registry()
    try ZIPPlugin.register(in: &registry)
    let context = ConversionContext(registry: registry)
    let reader = try #require(
      registry.reader(for: "public.zip-archive", in: .complete) as? any Reader<Archive>)
    let archive = try reader.read(
      InputFile(bytes: bytes), type: "public.zip-archive", in: ReadingContext(context))
    guard case .sequence(let sequence) = archive.content else {
      Issue.record("the archive has a directory")
      return ([], [], nil)
    }
    #expect(sequence.fault?.code == .damagedInput)
    let pass = try sequence.makePass()
    var (names, contents): ([String], [[UInt8]]) = ([], [])
    do throws(ConversionError) {
      while let entry = try pass.next() {
        names.append(String(decoding: entry.path.bytes, as: UTF8.self))
        let stream = try pass.open()
        var content: [UInt8] = []
        while let piece = try stream.next() { content.append(piece) }
        contents.append(content)
      }
    } catch {
      return (names, contents, error)
    }
    return (names, contents, nil)
  }

  /// Wherever the archive is cut, all entries that are whole come, and then the error.
  @Test func cutOffAnywhere() throws {
    let whole = Self.archive.bytes
    let contents: [[UInt8]] = [
      Array("hello".utf8), Array(repeating: 65, count: 300), Array("descriptor".utf8),
      Array("large".utf8), Array("another".utf8),
    ]
    var last = 0
    for count in 40..<whole.count {
      let found = try pass(Array(whole.prefix(count)))
      #expect(found.error?.code == .damagedInput, "\(count)")
      #expect(found.names == Array(Self.names.prefix(found.names.count)), "\(count)")
      #expect(found.contents == Array(contents.prefix(found.names.count)), "\(count)")
      #expect(found.names.count >= last, "\(count)")
      last = found.names.count
    }
    #expect(last == 5)
  }

  @Test(arguments: [(7, nil), (nil, 7), (nil, 0xFFFF_FFFF)] as [(Int?, Int?)])
  func endsThatLie(offset: Int?, size: Int?) throws {
    var archive = Self.archive
    (archive.directoryOffset, archive.directoryByteCount) = (offset, size)
    let found = try pass(archive.bytes)
    #expect(found.names == Self.names)
    #expect(found.error?.message.contains("is a damaged ZIP archive: ") == true)
  }

  @Test func contentsAreCheckedAllTheSame() throws {
    var bytes = Self.archive.bytes
    bytes.removeLast(10)
    bytes[36] ^= 1
    let found = try pass(bytes)
    #expect(found.names == ["a.txt"])
    #expect(found.error?.message.contains("checksum") == true)
  }

  @Test func limits() throws {
    var limits = Limits.standard
    limits.entries = 4
    let error = #expect(throws: ConversionError.self) {
      try OpenArchive(Array(Self.archive.bytes.dropLast(10)), limits: limits)
    }
    #expect(error?.code == .limitExceeded)
  }
}
