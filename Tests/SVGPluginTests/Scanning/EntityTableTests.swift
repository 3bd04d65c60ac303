import ConverterCore
import Foundation
import Testing

@testable import SVGPlugin

@Suite struct EntityTableTests {
  private func refusal(_ declarations: String, uses: String) -> String? {
    let text = "<!DOCTYPE svg [\(declarations)]><svg>\(uses)</svg>"
    do throws(ConversionError) {
      _ = try DrawingScan(Array(text.utf8), in: ConversionContext(registry: Registry()))
      return nil
    } catch {
      return error.code == .damagedInput ? error.message : "\(error.code)"
    }
  }

  private static let tooLong =
    "has entities that expand to more than 10000000 bytes, which no drawing needs: it is made to "
    + "exhaust whoever reads it"

  /// A use of a comes to 1,004 bytes, one of b to 5.
  private static let declared: String = {
    let text = String(repeating: "0123456789", count: 98)
    return "<!ENTITY a \"\(text)0123456789 &b;&#65;\"><!ENTITY b \"bbbbb\">"
  }()

  @Test func expandedBytesAreCountedExactly() {
    let uses = { (count: Int) in String(repeating: "&a;", count: count) }
    let letters = 10_000_000 % 1004 / 5
    let rest = String(repeating: "&b;", count: letters)
    #expect(refusal(Self.declared, uses: uses(10_000_000 / 1004) + rest) == nil)
    #expect(refusal(Self.declared, uses: uses(10_000_000 / 1004) + rest + "&b;") == Self.tooLong)
    #expect(refusal(Self.declared, uses: "<g class='\(uses(9_961))'/>") == Self.tooLong)
  }

  /// What is no declaration of it, or one of another kind, does not stand for an entity; nor does a long name hide it.
  @Test(
    arguments: [
      "<?a <!ENTITY x \"\">?>", "<?a \" ?>", "<!-- <!ENTITY x \"\"> ' -->", "<!ENTITY % x \"\">",
      "<!ELEMENT g ANY>",
    ])
  func nothingHidesADeclaration(decoy: String) {
    let value = String(repeating: "0", count: 1_000_000)
    let name = String(repeating: "n", count: 300)
    let declared = decoy + "<!ENTITY x \"\(value)\"><!ENTITY \(name) \"&x;\">"
    #expect(refusal(declared, uses: String(repeating: "&x;", count: 11)) == Self.tooLong)
    #expect(refusal(declared, uses: String(repeating: "&\(name);", count: 11)) == Self.tooLong)
    #expect(refusal(declared, uses: String(repeating: "&x;", count: 10)) == nil)
  }

  @Test func declarationsAreCounted() {
    let declared = { (count: Int) in (0..<count).map { "<!ENTITY e\($0) \"\">" }.joined() }
    #expect(refusal(declared(10_000), uses: "&e1;") == nil)
    #expect(
      refusal(declared(10_001), uses: "&e1;")
        == "declares more than 10000 entities, which no drawing needs: it is made to exhaust "
        + "whoever reads it")
  }

  /// However many uses are in a value, none is kept.
  @Test func memoryDoesNotGrow() throws {
    let text = Array(
      ("<!DOCTYPE svg [<!ENTITY x \"" + String(repeating: "&a;", count: 8_000_000) + "\">]>").utf8)
    let before = try Self.residentBytes()
    var table = EntityTable(of: text)
    #expect(try table.read(from: 0) == text.count)
    // Tests that run beside it take some, too.
    #expect(try Self.residentBytes() - before < 300 << 20)
    withExtendedLifetime(table) {}
  }

  private static func residentBytes() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    return try #require(Int(words[1])) * 4096
  }
}
