import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Archives that are cut off or changed anywhere: an error, or the right content.
@Suite struct DamageTests {
  static let synthetic: [(name: String, archive: SyntheticArchive)] = {
    var small = SyntheticArchive([
      .init("a.txt", "hello"), .init(deflated: "b/c.txt", Array(repeating: 65, count: 300)),
      .init("d/"), SyntheticArchive.Entry("e", "descriptor").withDescriptor(),
    ])
    small.comment = Array("a comment".utf8)
    var large = small
    large.isZIP64 = true
    var nested = SyntheticArchive([.init("x", "1"), .init("y", "2")])
    let inside = SyntheticArchive.Entry(
      Array("inner.zip".utf8), data: small.bytes, method: 0, content: small.bytes)
    nested.entries.insert(inside, at: 1)
    return [("small", small), ("zip64", large), ("nested", nested)]
  }()

  @Test(arguments: 0..<3)
  func cutOffAnywhere(archive: Int) throws {
    try expectRefusalOfParts(Self.synthetic[archive].archive.bytes, step: 1)
  }

  /// Whatever is cut off, the archive is refused; without a part of its comment, it is whole.
  private func expectRefusalOfParts(_ whole: [UInt8], step: Int) throws {
    let opened = try OpenArchive(whole)
    let contents = whole.count < 5000 ? try opened.outcomes() : nil
    let comment = opened.archive.comment?.utf8.count ?? 0
    for count in stride(from: 0, to: whole.count, by: step) {
      let part = Array(whole.prefix(count))
      if count >= whole.count - comment {
        let opened = try OpenArchive(part)
        if let contents { #expect(try opened.outcomes() == contents) }
        #expect(opened.context.warnings == ["the comment at the end of the archive is cut off"])
      } else {
        let error = #expect(throws: ConversionError.self, "\(count) bytes") {
          try OpenArchive(part)
        }
        #expect(error?.code == .damagedInput, "\(count) bytes")
      }
    }
  }

  @Test(arguments: 0..<3)
  func cutOffAtTheBeginning(archive: Int) throws {
    let whole = Self.synthetic[archive].archive.bytes
    let contents = try OpenArchive(whole).outcomes()
    for count in 1..<whole.count {
      guard let rest = try? OpenArchive(Array(whole.dropFirst(count))) else { continue }
      // Only where the archive happens to be empty.
      for outcome in try rest.outcomes() { #expect(contents.contains(outcome), "\(count)") }
    }
  }

  @Test(arguments: 0..<3)
  func everyByteChanged(archive: Int) throws {
    let whole = Self.synthetic[archive].archive.bytes
    let contents = try OpenArchive(whole).outcomes()
    for index in whole.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var bytes = whole
        bytes[index] ^= change
        do {
          for outcome in try OpenArchive(bytes).outcomes() {
            // What is not refused is what it was, for checksums are compared.
            if case .content = outcome { #expect(contents.contains(outcome), "byte \(index)") }
          }
        } catch let error as ConversionError {
          #expect(
            [.damagedInput, .unsupportedContent, .unsafeEntry].contains(error.code), "byte \(index)"
          )
        }
      }
    }
  }

  @Test(arguments: CorpusTests.folders.flatMap(Sample.files(in:)))
  func filesCutOff(sample: Sample) throws {
    let whole = try sample.bytes()
    try expectRefusalOfParts(whole, step: max(1, whole.count / 200))
  }

  @Test func aMissingEndIsSaidClearly() throws {
    let whole = Self.synthetic[0].archive.bytes
    let error = #expect(throws: ConversionError.self) {
      try OpenArchive(Array(whole.prefix(whole.count / 2)))
    }
    #expect(error?.message.hasPrefix("is a damaged ZIP archive: the directory at its end") == true)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomChanges(seed: UInt64) throws {
    var random = Xorshift(state: seed)
    for _ in 0..<2000 {
      let chosen = Int(random.next() % UInt64(Self.synthetic.count))
      var bytes = Self.synthetic[chosen].archive.bytes
      for _ in 0...random.next() % 4 {
        bytes[Int(random.next() % UInt64(bytes.count))] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.next() & 0xFF)][
            Int(random.next() % 6)]
      }
      _ = try? OpenArchive(bytes).outcomes()
    }
  }
}

/// Numbers without a pattern, the same in every run.
struct Xorshift {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { bytes += little(Int(bitPattern: UInt(next())), 8) }
    return Array(bytes.prefix(count))
  }
}
