import Foundation
import FuzzMutators
import TestSupport
import Testing

/// What the mutators of `scripts/fuzz` make must pass the checks that they are there to pass.
@Suite struct MutatorTests {
  /// Changes by a rule that shows: each byte is one more, and one is added.
  private func lot(_ seed: UInt64) -> Lot {
    Lot(seed: seed) { bytes, most in Array((bytes.map { $0 &+ 1 } + [0]).prefix(most)) }
  }

  /// All that comes of 200 draws, those left out in which the bytes are not of the format.
  private func changed(_ bytes: [UInt8], for parser: String) throws -> [[UInt8]] {
    let known = try #require(mutator(for: parser))
    return (0..<200 as Range<UInt64>).compactMap { seed in
      var lot = lot(seed)
      return known.mutate(bytes, &lot)
    }
  }

  private func little(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func big(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Two stored entries, `a` with "hello" and `b` with nothing.
  private static let archive: [UInt8] = {
    let hello = Array("hello".utf8)
    let sizes: [UInt8] = [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0, 5, 0, 0, 0]
    let fixed: [UInt8] = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let none = [UInt8](repeating: 0, count: 12)
    let local =
      [0x50, 0x4B, 3, 4] + fixed + sizes + [1, 0, 0, 0, 0x61] + hello
      + [0x50, 0x4B, 3, 4] + fixed + none + [1, 0, 0, 0, 0x62]
    let rest = [UInt8](repeating: 0, count: 10)
    let directory =
      [0x50, 0x4B, 1, 2, 20, 0] + fixed + sizes + [1, 0, 0, 0] + rest + [0, 0, 0, 0, 0x61]
      + [0x50, 0x4B, 1, 2, 20, 0] + fixed + none + [1, 0, 0, 0] + rest + [36, 0, 0, 0, 0x62]
    let end: [UInt8] = [
      0x50, 0x4B, 5, 6, 0, 0, 0, 0, 2, 0, 2, 0, UInt8(directory.count), 0, 0, 0,
      UInt8(local.count), 0, 0, 0, 0, 0,
    ]
    return local + directory + end
  }()

  @Test func directoriesOfArchivesStayWhole() throws {
    let all = try changed(Self.archive, for: "zip")
    #expect(all.count == 200)
    #expect(Set(all).count > 50)
    var contents = 0
    for bytes in all {
      let end = bytes.count - 22
      #expect(little(bytes, end, 4) == 0x0605_4B50)
      var (place, count) = (little(bytes, end + 16, 4), 0)
      while place < end {
        try #require(little(bytes, place, 4) == 0x0201_4B50)
        let offset = little(bytes, place + 42, 4)
        #expect(little(bytes, offset, 4) == 0x0403_4B50)
        #expect(little(bytes, offset + 14, 8) == little(bytes, place + 16, 8))
        if little(bytes, place + 20, 4) == 6, little(bytes, place + 16, 4) == 0x2E37_7387 {
          contents += 1
        }
        place += 46 + [28, 30, 32].reduce(0) { $0 + little(bytes, place + $1, 2) }
        count += 1
      }
      #expect(count == little(bytes, end + 8, 2))
    }
    // "ifmmp" and a zero, with their own checksum.
    #expect(contents > 0)
  }

  @Test func chunksOfPNGKeepTheirChecksums() throws {
    let png = try Places.fixtureBytes("gray.png")
    for bytes in try changed(png, for: "png") {
      var place = 8
      while place < bytes.count {
        let size = big(bytes, place)
        let content = Array(bytes[place + 4..<place + 8 + size])
        let remainder = content.reduce(~0 as UInt32) { word, byte in
          (0..<8).reduce(word ^ UInt32(byte)) { word, _ in
            word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1
          }
        }
        #expect(big(bytes, place + 8 + size) == Int(~remainder))
        place += 12 + size
      }
      #expect(place == bytes.count)
    }
  }

  @Test func boxesKeepTheirSizes() throws {
    let heic = try Places.fixtureBytes("alpha.heic")
    var whole = 0
    let all = try changed(heic, for: "heif")
    for bytes in all {
      var place = 0
      while place + 8 <= bytes.count, big(bytes, place) >= 8 { place += big(bytes, place) }
      if place == bytes.count { whole += 1 }
    }
    // Some boxes lie about their size on purpose.
    #expect(whole > all.count * 3 / 4 && whole < all.count)
  }

  @Test func elementsAreRepeatedAndNested() throws {
    let all = try changed(Array(#"<a x="1"><b y="2">t</b></a>"#.utf8), for: "svg").map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(all.contains { $0.contains("<b y=\"2\"><b y=\"2\">") && $0.contains("</b></b>") })
    #expect(all.contains { $0.components(separatedBy: "<b").count > 2 })
    #expect(all.contains { $0.contains("<b y=\"2\" y=\"2\">") || $0.contains("<b y y=\"2\">") })
  }

  @Test func unitsOfPicturesStayUnits() throws {
    let all = try changed([0, 3, 0x42, 1, 9, 0, 2, 0x44, 1], for: "hevc")
    for bytes in all {
      var place = 0
      while place + 2 <= bytes.count {
        place += 2 + (Int(bytes[place]) << 8 | Int(bytes[place + 1]))
      }
      #expect(place == bytes.count)
    }
    // Now and then another picture comes.
    #expect(all.contains { $0.count > 100 })
  }

  @Test func whatIsOfAnotherFormatIsLeftToOthers() throws {
    let text = Array("no such format".utf8)
    for parser in ["zip", "xlsx", "png", "heif", "svg"] {
      #expect(try changed(text, for: parser).isEmpty)
    }
    #expect(mutator(for: "json") == nil)
  }
}
