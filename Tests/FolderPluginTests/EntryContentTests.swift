import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// The contents of entries, one after the other.
@Suite struct EntryContentTests {
  private var unpack: Unpacking

  init() throws { unpack = try Unpacking() }

  private func write(_ archive: Archive, _ context: ConversionContext) throws -> [UInt8] {
    let output = try OutputFile(.memory)
    let writer = try #require(
      Unpacking.registry.writer(for: .data) as? any Writer<Archive>)
    func write<W: Writer<Archive>>(_ writer: W) throws {
      try writer.write(
        archive, as: .data, to: output, options: try W.Options(unpack.options),
        in: WritingContext(context))
    }
    try write(writer)
    return output.bytes
  }

  @Test(arguments: [[], ["b"], ["d", "a"], ["none"], ["e"]])
  func inTheOrderOfTheArchive(patterns: [String]) throws {
    var test = self
    test.unpack.options.entries = patterns
    test.unpack.threads = 4
    let archive = FakeArchive("a=1", "d/x=22", "e/", "d/l>x", "b=333", "d/y=4")
    let expected = [[]: "1223334", ["b"]: "333", ["d", "a"]: "1224"]
    for model in [archive.model, archive.stream] {
      if let text = expected[patterns] {
        #expect(try test.write(model, test.unpack.context()) == Array(text.utf8))
      } else {
        let error = #expect(throws: ConversionError.self) {
          try test.write(model, test.unpack.context())
        }
        #expect(error?.code == .inputNotFound)
      }
    }
  }

  @Test func linksAreNoted() throws {
    let context = unpack.context()
    _ = try write(FakeArchive("a=1", "l>a", "h~a").model, context)
    #expect(context.ledger.map(\.what) == ["entry \"l\"", "entry \"h\""])
  }

  @Test(arguments: [false, true]) func halfAnEntryIsNone(keepGoing: Bool) throws {
    var test = self
    test.unpack.options.keepGoing = keepGoing
    let failure = ConversionError(.damagedInput, "has a wrong checksum")
    for bytes in [[], Array("half".utf8)] {
      var archive = FakeArchive("a=1")
      archive.add(Array("bad".utf8), .file, FakeArchive.Content(bytes: bytes, failure: failure))
      archive.file("b", "2")
      if keepGoing, bytes.isEmpty {
        #expect(try test.write(archive.model, test.unpack.context()) == Array("12".utf8))
      } else {
        let error = #expect(throws: ConversionError.self) {
          try test.write(archive.model, test.unpack.context())
        }
        #expect(error?.code == .damagedInput)
      }
    }
  }
}
