import ConverterCore
import Testing
import TreeModel
import YAMLPlugin

@Suite struct YAMLErrorTests {
  @Test(arguments: [
    ("a: [1, 2\nb: 3\n", "line 2, column 2 (byte 10): did not find expected ',' or ']'"),
    ("a: b: c\n", "line 1, column 5 (byte 4): mapping values are not allowed in this context"),
    ("ü: *no\n", "line 1, column 4 (byte 4): nothing is named by &"),
    ("a: &x [*x]\n", "line 1, column 8 (byte 7): *x stands for a value that it is part of"),
    ("? [a]\n: b\n", "line 1, column 3 (byte 2): a key that is a list or a mapping has no form"),
    ("a: {<<: 1}\n", "line 1, column 9 (byte 8): the merge key << needs a mapping"),
    ("a: 'x\n", "line 2, column 1 (byte 6): found unexpected end of stream"),
    ("a:\n\tb: 1\n", "line 2, column 1 (byte 3): found character that cannot start any token"),
  ])
  func placesAreTold(yaml: String, expected: String) throws {
    let error = #expect(throws: ConversionError.self) { try json(yaml) }
    #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [(false, 2), (true, 2), (false, 4)])
  func placesInWideTextAreTold(isBigEndian: Bool, width: Int) throws {
    let text = "\u{FEFF}# ü\nok: 1\nwide 漢: b: c\n"
    let bytes = text.unicodeScalars.flatMap { scalar -> [UInt8] in
      let unit = (0..<width).map { UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * $0)) }
      return isBigEndian ? unit.reversed() : unit
    }
    let error = #expect(throws: ConversionError.self) { try read(bytes) }
    // The mark, two lines of 4 and 6 characters, and 9 more.
    let place = "line 3, column 10 (byte \(20 * width)): mapping values are not allowed"
    #expect(error?.message.hasPrefix(place) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix("\n  wide 漢: b: c\n            ^") == true)
  }

  @Test func halvesOfPairsAreNoText() throws {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x3A, 0, 0x20, 0, 0x3D, 0xD8, 0x0A, 0]
    let error = #expect(throws: ConversionError.self) { try read(bytes) }
    #expect(
      error?.message.hasPrefix("line 1, column 4 (byte 8): expected a character of UTF-16") == true)
  }

  @Test func bombsAreNotMeasured() throws {
    let error = #expect(throws: ConversionError.self) { try read(laughs(9)) }
    #expect(
      error?.message
        == "writing out what aliases and tags stand for comes to more than 200 times the size of the file, "
        + "which is the limit; raise it with --limit ratio=2000")
  }

  @Test func theLineIsShownWithACaret() throws {
    let error = #expect(throws: ConversionError.self) { try json("ok: 1\nwide 漢: b: c\n") }
    #expect(error?.message.hasSuffix("\n  wide 漢: b: c\n            ^") == true)
  }

  @Test(arguments: [
    [0x61, 0x3A, 0x20, 0xFF, 0x0A], [0x61, 0x3A, 0x20, 0xC3], [0x61, 0x00],
    [0x61, 0x3A, 0x20, 0x01],
  ])
  func bytesThatAreNoText(bytes: [UInt8]) throws {
    let error = #expect(throws: ConversionError.self) { try read(bytes) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.contains("byte") == true)
  }

  /// Each line stands for ten of the one before.
  private func laughs(_ levels: Int) -> [UInt8] {
    var text = "a0: &a0 [lol,lol,lol,lol,lol,lol,lol,lol,lol,lol]\n"
    for level in 1...levels {
      let part = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      text += "a\(level): &a\(level) [\(part)]\n"
    }
    return Array(text.utf8)
  }

  @Test func longTagsAndManyDirectivesAreRefused() throws {
    let prefix = String(repeating: "x", count: 100_000)
    let tags = "%TAG !a! tag:\(prefix)\n---\n" + String(repeating: "- !a!b c\n", count: 1000)
    let error = #expect(throws: ConversionError.self) { try read(Array(tags.utf8)) }
    #expect(error?.message.contains("--limit ratio=") == true)
    func directives(_ count: Int) -> [UInt8] {
      Array((0..<count).map { "%TAG !a\($0)! x\n # c\n" }.joined().utf8) + Array("---\na\n".utf8)
    }
    #expect(try read(directives(1000)).lines == ["\"a\""])
    let refused = #expect(throws: ConversionError.self) { try read(directives(1001)) }
    #expect(refused?.code == .limitExceeded)
  }

  @Test func aBillionLaughsAreRefused() throws {
    let error = #expect(throws: ConversionError.self) { try read(laughs(9)) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit ratio=") == true)
    // Some thousands are not.
    #expect(try read(laughs(3)).lines.count == 1)
  }

  @Test func mergingABillionIsRefused() throws {
    let members = (0..<100).map { "k\($0): v" }.joined(separator: ", ")
    var text = "a0: &a0 {\(members)}\n"
    for level in 1...9 {
      let part = Array(repeating: "*a\(level - 1)", count: 50).joined(separator: ",")
      text += "a\(level): &a\(level) [\(part)]\n"
    }
    text += "z: {<<: *a0}\n"
    #expect(throws: ConversionError.self) { try read(Array(text.utf8)) }
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func anyDepthEnds(opening: String) throws {
    let error = #expect(throws: ConversionError.self) {
      try json(String(repeating: opening, count: 20_000))
    }
    #expect(error?.code == (opening == "? " ? .unsupportedContent : .limitExceeded))
  }

  @Test func aThousandLevelsAreRead() throws {
    let nested = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(try json(nested) == [nested])
  }

  @Test func everyTruncationEndsWell() throws {
    let text = Array(
      "%YAML 1.2\n---\na: &x [1, 'b', \"c\\n\"]\n? k\n: |\n  t\n<<: {q: *x}\n...\n".utf8)
    for count in 0..<text.count {
      do {
        _ = try read(Array(text.prefix(count)))
      } catch let error as ConversionError {
        #expect([.damagedInput, .unsupportedContent].contains(error.code))
      }
    }
  }
}
