import ArchiveModel
import ConverterCore
import Foundation
import Testing

@testable import ZIPPlugin

/// Every method of compression, small and large.
@Suite struct MethodTests {
  /// 600,000 bytes of "fairy archive" and a line feed, compressed by each library's own program. The second
  /// LZMA is of 7-Zip, without a mark at its end.
  static let samples: [(method: Int, flags: Int, word: String, base64: String)] = [
    (
      12, 0, "bzip2",
      "QlpoOTFBWSZTWVdWH+gCSfBRgAAQQAArYBEgMACwEA000CaqRpoyEA000ZUiFLikQpakiFLKkQpbUiFLikQpaUiFL35SIUsKRClt"
        + "SIUsKRClyUiFLSkQpfi7kinChIK6sP9A"
    ),
    (
      14, 2, "lzma",
      "CQQFAF0AAIAAADMYSXLaveLSdH32zsvQEwYwMncyTcEIH2lTz8wUb8KE2T2p/+GVf0bIJqbtWIdM4Q731eUY8YZtkLAeSFx25Sdv"
        + "OJjcp3XVioUgJx7g4h6iGhMVUtsIWrJN/HptQHMa+K1GSypLPuvub8FwTUcM0ZERqq1gHbrOsScYXFmG6WZSWL7pdqxZ5OVb"
        + "BQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DLJqsPPqvL//8VSAAA"
    ),
    (
      14, 0, "lzma",
      "CRQFAF0AABAAADMYSXLaveLSdH32zsvQEwYwMncyTcEIH2lTz8wUb8KE2T2p/+GVf0bIJqbtWIdM4Q731eUY8YZtkLAeSFx25Sdv"
        + "OJjcp3XVioUgJx7g4h6iGhMVUtsIWrJN/HptQHMa+K1GSypLPuvub8FwTUcM0ZERqq1gHbrOsScYXFmG6WZSWL7pdqxZ5OVb"
        + "BQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DLJqsOOgAA"
    ),
    (
      95, 0, "xz",
      "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj6Se/AKpdADMYSXLaveLSdH32zsvQEwYwMncyTcEIH2lTz8wUb8KE2T2p/+GVf0bI"
        + "JqbtWIdM4Q731eUY8YZtkLAeSFx25SdvOJjcp3XVioUgJx7g4h6iGhMVUtsIWrJN/HptQHMa+K1GSypLPuvub8FwTUcM0ZER"
        + "qq1gHbrOsScYXFmG6WZSWL7pdqxZ5OVbBQj5x9qt/PtSK3TNHlsgQvndUz34KWQJO4DLJqsOOgAAAAAABX2NtiA52RIAAcYB"
        + "wM8kABne0iSxxGf7AgAAAAAEWVo="
    ),
    (
      93, 0, "zstd",
      "KLUv/QRotAAAcGZhaXJ5IGFyY2hpdmUKAQDv/5FPJUQAAAABAP3/kU8gRAAAAAEA/f85AAJEAAAAAQD9/zkAAkUAAAABAL0nOQAC"
        + "eXZUJQ=="
    ),
    (
      20, 0, "zstd",
      "KLUv/QRotAAAcGZhaXJ5IGFyY2hpdmUKAQDv/5FPJUQAAAABAP3/kU8gRAAAAAEA/f85AAJEAAAAAQD9/zkAAkUAAAABAL0nOQAC"
        + "eXZUJQ=="
    ),
  ]

  static let sample: [UInt8] = {
    let line = Array("fairy archive\n".utf8)
    return (0..<600_000).map { line[$0 % line.count] }
  }()

  private func entry(_ index: Int) throws -> SyntheticArchive.Entry {
    let sample = Self.samples[index]
    let data = try #require(Data(base64Encoded: sample.base64))
    return SyntheticArchive.Entry(
      Array("a".utf8), data: [UInt8](data), method: sample.method, content: Self.sample,
      flags: sample.flags)
  }

  @Test(arguments: samples.indices)
  func isDecoded(index: Int) throws {
    let archive = try OpenArchive(SyntheticArchive([entry(index)]).bytes)
    #expect(archive.entries[0].method == Self.samples[index].word)
    #expect(try archive.content(0) == Self.sample)
  }

  @Test(arguments: samples.indices)
  func isCheckedAgainstItsSize(index: Int) throws {
    for size in [0, 1, 599_999, 600_001, 1 << 40] {
      var entry = try entry(index)
      entry.central.size = 0xFFFF_FFFF
      entry.central.extra = field(1, little(size, 8))
      entry.local.size = 0xFFFF_FFFF
      entry.local.extra = entry.central.extra
      #expect(
        try OpenArchive(SyntheticArchive([entry]).bytes).outcomes() == [.failure(.damagedInput)],
        "\(size)")
    }
  }

  @Test(arguments: samples.indices)
  func isCheckedWhereverItIsCut(index: Int) throws {
    let whole = try entry(index)
    for count in 0..<whole.data.count {
      var entry = whole
      entry.data = Array(whole.data.prefix(count))
      (entry.local.compressed, entry.central.compressed) = (count, count)
      let outcome = try OpenArchive(SyntheticArchive([entry]).bytes).outcomes()[0]
      // What is behind the last byte of content is not needed where the size is known.
      let isEnough = Self.samples[index].method == 14 && Self.samples[index].flags == 0
      #expect(
        outcome == .failure(.damagedInput) || isEnough && outcome == .content(Self.sample),
        "\(count)")
    }
  }

  @Test(arguments: samples.indices)
  func isCheckedWhereverItIsChanged(index: Int) throws {
    let whole = try entry(index)
    for place in whole.data.indices {
      var entry = whole
      entry.data[place] ^= 0x55
      let outcome = try OpenArchive(SyntheticArchive([entry]).bytes).outcomes()[0]
      switch outcome {
      case .content(let content): #expect(content == Self.sample, "\(place)")
      case .failure(let code):
        #expect([.damagedInput, .unsupportedContent, .limitExceeded].contains(code), "\(place)")
      }
    }
  }

  @Test func memoryOfADictionaryIsLimited() throws {
    var limits = Limits.standard
    limits.memory = 1 << 20
    // That of xz is 8 MiB; of LZMA no more is needed than the content is long.
    let xz = try OpenArchive(SyntheticArchive([entry(3)]).bytes, limits: limits)
    #expect(try xz.outcomes() == [.failure(.limitExceeded)])
    let lzma = try OpenArchive(SyntheticArchive([entry(1)]).bytes, limits: limits)
    #expect(try lzma.outcomes() == [.content(Self.sample)])
  }

  /// Bytes that compress to about the half, of more than any buffer holds.
  static let large: [UInt8] = {
    var random = Xorshift(state: 88)
    return random.bytes(5_000_000).map { $0 & 0x0F | 0x40 }
  }()

  @Test(arguments: [0, 1, 6, 9] as [Int32])
  func largeDeflate(level: Int32) throws {
    let entry = SyntheticArchive.Entry(
      Array("a".utf8), data: deflate(Self.large, level: level), method: 8, content: Self.large)
    let archive = try OpenArchive(
      SyntheticArchive([.init("small", "1"), entry, entry.withDescriptor()]).bytes)
    #expect(try archive.outcomes() == [.text("1"), .content(Self.large), .content(Self.large)])
  }

  @Test func largeStored() throws {
    let entry = SyntheticArchive.Entry(
      Array("a".utf8), data: Self.large, method: 0, content: Self.large)
    #expect(try OpenArchive(SyntheticArchive([entry]).bytes).outcomes() == [.content(Self.large)])
    var damaged = entry
    damaged.data[4_999_999] ^= 1
    #expect(
      try OpenArchive(SyntheticArchive([damaged]).bytes).outcomes() == [.failure(.damagedInput)])
  }

  @Test func largeDeflateThatIsDamaged() throws {
    let data = deflate(Self.large)
    let whole = SyntheticArchive.Entry(
      Array("a".utf8), data: data, method: 8, content: Self.large)
    func outcome(_ change: (inout SyntheticArchive.Entry) -> Void) throws -> OpenArchive.Outcome {
      var entry = whole
      change(&entry)
      entry.local.compressed = entry.data.count
      entry.central.compressed = entry.data.count
      return try OpenArchive(SyntheticArchive([entry]).bytes).outcomes()[0]
    }
    for place in stride(from: 0, to: data.count, by: data.count / 40) {
      #expect(try outcome { $0.data[place] ^= 0x10 } == .failure(.damagedInput), "\(place)")
      #expect(
        try outcome { $0.data.removeSubrange(place...) } == .failure(.damagedInput), "\(place)")
    }
    #expect(try outcome { $0.data.append(0) } == .failure(.damagedInput))
    for size in [4_999_999, 5_000_001, 3_000_000] {
      #expect(
        try outcome { ($0.local.size, $0.central.size) = (size, size) } == .failure(.damagedInput))
    }
  }

  /// Where ISA-L is not installed, zlib must give the same.
  @Test func inflatersAgree() throws {
    let data = deflate(Self.large)
    for inflater in [ISALInflater.make() as (any StreamDecoder)?, try ZlibInflater()] {
      guard let inflater else { continue }
      var content: [UInt8] = []
      var rest = data[...]
      var output = [UInt8](repeating: 0, count: 10_007)
      var isAtEnd = false
      while !isAtEnd {
        let input = rest.prefix(997)
        var room = output.mutableSpan
        let step = try inflater.decode(input.span, into: &room)
        content += output.prefix(step.produced)
        rest = rest.dropFirst(step.consumed)
        isAtEnd = step.isAtEnd
        if step.consumed == 0 && step.produced == 0 && !isAtEnd { break }
      }
      #expect(isAtEnd)
      #expect(rest.isEmpty)
      #expect(content == Self.large)
    }
  }
}
