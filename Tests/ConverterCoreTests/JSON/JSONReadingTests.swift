import ConverterCore
import Testing

/// What RFC 8259 accepts and refuses; the cases follow JSONTestSuite (Nicolas Seriot).
@Suite struct JSONReadingTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), (" \t\r\nfalse ", .bool(false)),
      ("0", .integer(0)), ("-1", .integer(-1)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("0.8", .number(0.8)), ("1e+16", .number(1e16)),
      ("\"\"", .string("")), ("\"aé😀\"", .string("aé😀")),
      ("\"a\u{7f}\u{2028}\"", .string("a\u{7f}\u{2028}")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
      (#""\u0061\u00e9\uD83D\uDE00\u0000b""#, .string("aé😀\0b")),
      (#""é\té""#, .string("é\té")), (#""\uDBFF\uDFFF\uFFFF""#, .string("\u{10FFFF}\u{FFFF}")),
      ("[]", .array([])), ("{}", .object([])), ("[ ]", .array([])), ("{ }", .object([])),
      ("[[],[[1]] , {}]", .array([.array([]), .array([.array([.integer(1)])]), .object([])])),
      (
        #"{"b":1, "a" : [true,null],"":{}}"#,
        .object([
          .init("b", .integer(1)), .init("a", .array([.bool(true), .null])), .init("", .object([])),
        ])
      ),
      // One letter, twice the same to Unicode, two keys to JSON.
      (
        "{\"\u{e9}\":1,\"e\u{301}\":2}",
        .object([.init("\u{e9}", .integer(1)), .init("e\u{301}", .integer(2))])
      ),
    ] as [(String, JSONValue)])
  func accepts(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
  }

  @Test(arguments: [
    "-0", "1.0", "0.80", "1E5", "1e5", "-0.0", "1e400", "-1e-999", "123456789012345678901234567890",
    "9223372036854775808", "0.1000000000000000055511151231257827", "1e16", "2e-0000000000000001",
  ])
  func keepsDigits(text: String) throws {
    #expect(try parse(text) == .literal(text))
    #expect(try parse("[\(text) ]").description == "[\(text)]")
  }

  /// The offset is where the first byte stands that cannot be right.
  @Test(arguments: [
    ("", 0), (" ", 1), ("\u{feff}1", 0), ("nul", 3), ("nulL", 3), ("True", 0), ("NaN", 0),
    ("Infinity", 0), ("-Infinity", 1), ("-", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1.e5", 2),
    ("1e", 2), ("1e+", 3), ("01", 1), ("-01", 2), ("[00]", 2), ("0x10", 1), ("1 2", 2), ("1,", 1),
    ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[1}", 2), ("]", 0),
    ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1", 6), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5),
    ("{\"a\",1}", 4), ("{a:1}", 1), ("{'a':1}", 1), ("{1:1}", 1), ("{\"a\":1]", 6), ("{,}", 1),
    ("{\"a\":1,\"a\":2}", 7), ("{\"a\":1,\"\\u0061\":2}", 7), ("'a'", 0), ("\"a", 2), ("\"", 1),
    ("\"a\nb\"", 2), ("\"\t\"", 1), ("\"\0\"", 1), ("\"\\\0\"", 2), (#""\"#, 2), (#""\x41""#, 2),
    (#""\u""#, 3), (#""\u00""#, 5), (#""\u00g0""#, 5), (#""a\uD800""#, 2), (#""\uDC00""#, 1),
    (#""\uDC00\uDC00""#, 1),
    (#""\uD800\n""#, 1), (#""\uD800\uD800""#, 1), (#""\uD800\u0041""#, 1), (#""\uD800\u00""#, 11),
    ("/**/1", 0), ("1//", 1), ("\u{a0}1", 0), ("\u{c}1", 0), ("{\"a\":1}#", 7), ("[1]\0", 3),
  ])
  func refuses(text: String, offset: Int) {
    let error = #expect(throws: ConversionError.self) { try parse(text) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.hasPrefix("is not JSON: at byte offset \(offset) ") == true, "\(error!)")
  }

  @Test(
    arguments: [
      ([0x22, 0x80, 0x22], 1), ([0x22, 0x61, 0xC0, 0x80, 0x22], 2), ([0x22, 0xC3, 0x22], 1),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
      ([0x22, 0x5C, 0x6E, 0xC3, 0xA9, 0xFF, 0x22], 5), ([0x22, 0xFF, 0x5C, 0x6E, 0x22], 1),
      ([0x22, 0xE2, 0x82], 3), ([0xFF], 0), ([0xFF, 0xFE, 0x31, 0], 0),
    ] as [([UInt8], Int)])
  func refusesWhatIsNotUTF8(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: ConversionError.self) { try JSONValue(parsing: bytes) }
    #expect(error?.message.hasPrefix("is not JSON: at byte offset \(offset) ") == true, "\(error!)")
  }

  @Test func saysWhatWasExpected() {
    let error = #expect(throws: ConversionError.self) { try parse(#"{"a":1 "b":2}"#) }
    #expect(
      error?.message
        == "is not JSON: at byte offset 7 \",\" or \"}\" was expected, but there is \"")
  }

  @Test func countsLevels() throws {
    let nested = { (count: Int) in
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    _ = try parse(nested(32))
    let error = #expect(throws: ConversionError.self) { try parse(nested(33)) }
    #expect(error?.message.contains("offset 32 ") == true)
    #expect(throws: ConversionError.self) {
      try JSONValue(parsing: Array(#"{"a":{}}"#.utf8), nesting: 1)
    }
    _ = try JSONValue(parsing: Array(nested(512).utf8), nesting: .max)
    // A stack is no place for what a stranger counts.
    for opener in ["[", "{\"a\":", "[[{\"b\":"] {
      #expect(throws: ConversionError.self) {
        try JSONValue(
          parsing: Array(String(repeating: opener, count: 100_000).utf8), nesting: .max)
      }
    }
  }

  /// Objects larger than people write find a repeated key, too, and without comparing all pairs.
  @Test func findsRepeatedKeysInLargeObjects() throws {
    let members = (0..<200_000).map { "\"key\($0)\":0" }
    let value = try parse("{\(members.joined(separator: ","))}")
    #expect(value.members?.count == 200_000)
    for repeated in [0, 15, 16, 19] {
      let some = members.prefix(20) + [members[repeated]]
      #expect(throws: ConversionError.self) { try parse("{\(some.joined(separator: ","))}") }
    }
  }

  @Test func readsAPartOfABuffer() throws {
    let bytes = Array("1\n{\"a\":2}\n".utf8)
    let value = try JSONValue(parsing: bytes.span.extracting(2..<9))
    #expect(value == .object([.init("a", .integer(2))]))
  }

  @Test func givesAccess() throws {
    let value = try parse(
      #"{"t":"x","b":true,"i":7,"r":8e1,"d":0.5,"l":1e400,"a":[1],"o":{"k":1},"n":null}"#)
    #expect(value["t"]?.text == "x")
    #expect(value["b"]?.bool == true)
    #expect(value["i"]?.int == 7)
    #expect(value["i"]?.double == 7)
    #expect(value["r"]?.int == 80)
    #expect(value["d"]?.double == 0.5)
    #expect(value["d"]?.int == nil)
    #expect(value["l"]?.double == nil)
    #expect(value["a"]?.elements == [.integer(1)])
    #expect(value["o"]?["k"] == .integer(1))
    #expect(value["o"]?.members?.map(\.key) == ["k"])
    #expect(value["n"]?.text == nil)
    #expect(value["x"] == nil)
    #expect(value["a"]?["k"] == nil)
  }

  /// Every string comes back, whatever has to be escaped in it.
  @Test func writesWhatItReads() throws {
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 1) {
      guard value < 0x3000 || value % 977 == 0, let scalar = Unicode.Scalar(value) else { continue }
      let text = JSONValue.string("a\(Character(scalar))b")
      #expect(try parse(text.description) == text)
    }
  }
}
