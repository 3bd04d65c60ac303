import Testing

@testable import PictureModel

@Suite("Names of ICC profiles")
struct ICCProfileNameTests {
  private func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A header, a table with a tag before `desc`, and the tag's data.
  private func profile(_ description: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128) + number(2)
    bytes += Array("wtpt".utf8) + number(0) + number(0)
    bytes += Array("desc".utf8) + number(156) + number(description.count)
    return bytes + description
  }

  private func version2(_ name: String, unicode: String = "") -> [UInt8] {
    let units = unicode.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    return Array("desc".utf8) + number(0) + number(name.utf8.count + 1) + Array(name.utf8) + [0]
      + number(0) + number(units.count / 2) + units
  }

  private func version4(_ texts: [(language: String, text: String)]) -> [UInt8] {
    var table = Array("mluc".utf8) + number(0) + number(texts.count) + number(12)
    var data: [UInt8] = []
    for (language, text) in texts {
      let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      table += Array(language.utf8) + Array("XX".utf8) + number(units.count)
      table += number(16 + 12 * texts.count + data.count)
      data += units
    }
    return table + data
  }

  @Test("Version 2")
  func textDescription() {
    #expect(ICCProfileName.name(in: profile(version2("sRGB IEC61966-2.1"))) == "sRGB IEC61966-2.1")
    #expect(ICCProfileName.name(in: profile(version2("", unicode: "Größe"))) == "Größe")
    #expect(ICCProfileName.name(in: profile(version2(" "))) == nil)
  }

  @Test("Version 4, where English comes before the first")
  func localized() {
    #expect(ICCProfileName.name(in: profile(version4([("de", "Anzeige P3")]))) == "Anzeige P3")
    #expect(
      ICCProfileName.name(in: profile(version4([("de", "Anzeige P3"), ("en", "Display P3")])))
        == "Display P3")
    #expect(ICCProfileName.name(in: profile(version4([]))) == nil)
  }

  @Test("Cut or changed at every byte, a profile does no harm")
  func hostile() {
    var random = SplitMix64(seed: 4)
    for bytes in [profile(version2("Name", unicode: "Name")), profile(version4([("en", "Name")]))] {
      for index in bytes.indices {
        let cut = ICCProfileName.name(in: Array(bytes[..<index]))
        #expect(cut == nil)
        for _ in 0..<20 {
          var mutated = bytes
          mutated[index] = UInt8.random(in: 0...255, using: &random)
          _ = ICCProfileName.name(in: mutated)
        }
      }
    }
    #expect(ICCProfileName.name(in: []) == nil)
    #expect(ICCProfileName.name(in: [UInt8](repeating: 255, count: 4096)) == nil)
  }
}
