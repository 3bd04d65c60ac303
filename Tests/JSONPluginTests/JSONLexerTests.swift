import ConverterCore
import JSONPlugin
import TestSupport
import Testing
import TreeModel

/// Text to tokens.
@Suite struct JSONLexerTests {
  private static let example =
    #" {"a": [1, -2.5e+10, "x\u00e9\"y", "é€😀", true, false, null, {}, []], "": {"b":"c"}} "#

  @Test func tokensAreTheSameInPiecesOfAnySize() throws {
    let bytes = Array(Self.example.utf8)
    let whole = try Lexing.pieces(of: bytes)
    #expect(
      whole.map(\.text).joined(separator: "|")
        == #"|a||1|-2.5e+10|x\u00e9\"y|é€😀|||||||||||b|c||"#)
    for size in 1...bytes.count + 1 {
      #expect(try Lexing.pieces(of: bytes, pieceSize: size) == whole, "\(size)")
    }
  }

  /// The text up to each byte is no JSON, and the error says so at its end.
  @Test func everyTruncationIsAnError() throws {
    let bytes = Array(Self.example.utf8)
    for count in 0..<bytes.count - 1 {
      for size in [1, 7, 1 << 16] {
        let error = #expect(throws: ConversionError.self) {
          try Lexing.pieces(of: Array(bytes[..<count]), pieceSize: size)
        }
        #expect(error?.code == .damagedInput)
        #expect(error?.message.hasPrefix("line 1, column ") == true)
      }
    }
  }

  /// What helps is said only where it would.
  @Test(
    arguments: [
      ("{\"a\":}", nil), ("]", nil), ("[1]]", nil), ("\"a\": 1,", nil), ("{\"a\":1}\0", nil),
      ("1 nonsense", nil), ("[1,]", "the comma before it is one too many"),
      ("{\"a\": 1 ,\n }", "the comma before it is one too many"), ("1 true", "is NDJSON"),
      ("{} {}", "is NDJSON"),
    ] as [(String, String?)])
  func hintsFit(text: String, hint: String?) throws {
    let error = #expect(throws: ConversionError.self) { try Lexing.pieces(of: Array(text.utf8)) }
    let sentence = error?.message.split(separator: "\n").first.map(String.init) ?? ""
    #expect(sentence.contains("; ") == (hint != nil), "\(sentence)")
    if let hint { #expect(sentence.contains(hint)) }
  }

  /// The exact words, for each kind of mistake.
  @Test(arguments: [
    (
      "{\"a\": 1,}",
      "line 1, column 9 (byte 8): expected a key in double quotes, found \"}\"; the comma before it is one too many (--set lenient=true reads it)\n  {\"a\": 1,}\n          ^"
    ),
    (
      "[1, 2 x]",
      "line 1, column 7 (byte 6): expected a comma or \"]\", found \"x\"\n  [1, 2 x]\n        ^"
    ),
    (
      "{\"é\" 1}",
      "line 1, column 6 (byte 6): expected a colon after the key, found \"1\"\n  {\"é\" 1}\n       ^"
    ),
    (
      "[\n  \"日本\", +1]",
      "line 2, column 9 (byte 14): expected a value, found \"+\"; a number begins with a digit or a minus sign (--set lenient=true reads it)\n    \"日本\", +1]\n            ^"
    ),
    (
      "[\"abc",
      "line 1, column 6 (byte 5): the file ends within a string that began at line 1, column 2\n  [\"abc\n       ^"
    ),
    (
      "{a: 1}",
      "line 1, column 2 (byte 1): expected a key in double quotes or \"}\", found \"a\"; keys stand in double quotes (--set lenient=true reads it)\n  {a: 1}\n   ^"
    ),
    (
      "1\n2\n",
      "line 2, column 1 (byte 2): expected the end of the file, found \"2\"; a .json file holds one value; a file of several is NDJSON and is named .ndjson\n  2\n  ^"
    ),
    (
      "[01]",
      "line 1, column 2 (byte 1): a number does not begin with a zero and another digit\n  [01]\n   ^"
    ),
    (
      "[\"a\tb\"]",
      "line 1, column 4 (byte 3): a string holds the control character 09, which is written \\t\n  [\"a\\tb\"]\n     ^"
    ),
    (
      "[[[",
      "line 1, column 4 (byte 3): the file ends where a value or \"]\" was expected: 3 objects and arrays are still open\n  [[[\n     ^"
    ),
    (
      "{\"a\":",
      "line 1, column 6 (byte 5): the file ends where a value was expected: an object is still open\n  {\"a\":\n       ^"
    ),
    (
      "// x\n1",
      "line 1, column 1 (byte 0): expected a value, found \"/\"; JSON has no comments (--set lenient=true reads it)\n  // x\n  ^"
    ),
    (
      "[\"\\u12g4\"]",
      "line 1, column 7 (byte 6): expected four hexadecimal digits after \\u, found \"g4\"\n  [\"\\u12g4\"]\n        ^"
    ),
    (
      "[\"\\x\"]",
      "line 1, column 3 (byte 2): no escape begins like this; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u\n  [\"\\x\"]\n    ^"
    ),
    (
      "[NaN]",
      "line 1, column 2 (byte 1): expected a value or \"]\", found \"NaN\"; JSON has no such number\n  [NaN]\n   ^"
    ),
    (
      "[True]",
      "line 1, column 2 (byte 1): expected a value or \"]\", found \"True\"; in JSON it is true, false or null\n  [True]\n   ^"
    ),
    (" ", "line 1, column 2 (byte 1): the file holds no value\n   \n   ^"),
  ])
  func errorsSayWhatAndWhere(text: String, message: String) throws {
    let error = #expect(throws: ConversionError.self) { try Lexing.pieces(of: Array(text.utf8)) }
    #expect(error?.message == message)
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0x00, 0x7B], [0x5B, 0x00, 0x5D, 0x00],
    ] as [[UInt8]])
  func anotherEncodingIsNamed(bytes: [UInt8]) {
    let error = #expect(throws: ConversionError.self) { try Lexing.pieces(of: bytes) }
    #expect(error?.message.contains("this looks like UTF-16") == true)
  }

  @Test func aLongLineIsCutBesideThePlace() throws {
    let text =
      "[" + String(repeating: "1234567890,", count: 100_000) + "x"
      + String(repeating: ",1", count: 100) + "]"
    let error = #expect(throws: ConversionError.self) { try Lexing.pieces(of: Array(text.utf8)) }
    let lines = try #require(error?.message.split(separator: "\n"))
    #expect(lines[0] == "line 1, column 1100002 (byte 1100001): expected a value, found \"x\"")
    #expect(lines.allSatisfy { $0.count <= 140 })
    let caret = try #require(lines[2].firstIndex(of: "^"))
    #expect(Array(lines[1])[lines[2].distance(from: lines[2].startIndex, to: caret)] == "x")
  }

  @Test func escapeSequencesOfATerminalAreHarmless() throws {
    let error = #expect(throws: ConversionError.self) {
      try Lexing.pieces(of: Array("[\"\u{1B}[2J\", \"\u{202E}\" x]".utf8))
    }
    #expect(error?.message.unicodeScalars.contains("\u{1B}") == false)
    #expect(error?.message.unicodeScalars.contains("\u{202E}") == false)
  }

  @Test(arguments: [100_000, 10_000_000])
  func manyBrackets(depth: Int) throws {
    let text =
      Array(repeating: UInt8(ascii: "["), count: depth)
      + Array(repeating: UInt8(ascii: "]"), count: depth)
    let lexer = JSONLexer(InputFile(bytes: text), isSequence: false, in: Lexing.context())
    let batch = TokenBatch()
    var tokens = 0
    while try lexer.next(batch) { tokens += batch.tokens.count }
    #expect(tokens == 2 * depth)
    let open = JSONLexer(
      InputFile(bytes: Array(text[..<depth])), isSequence: false, in: Lexing.context())
    let error = #expect(throws: ConversionError.self) { while try open.next(batch) {} }
    #expect(error?.message.contains("\(depth) objects and arrays are still open") == true)
  }

  @Test func manyObjectsWithinEachOther() throws {
    let depth = 1_000_000
    let text =
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    #expect(try Lexing.pieces(of: Array(text.utf8)).count == 3 * depth + 1)
  }

  @Test func aLongStringNeedsMemoryWithinTheLimit() throws {
    let text = Array(("[\"" + String(repeating: "é", count: 2_000_000) + "\"]").utf8)
    #expect(try Lexing.pieces(of: text)[1].text.utf8.count == 4_000_000)
    var limits = Limits.standard
    limits.memory = 1 << 20
    let error = #expect(throws: ConversionError.self) {
      try Lexing.pieces(of: text, in: Lexing.context(limits))
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func aNumberOfAnyLengthStaysAsItIs() throws {
    let digits = String(repeating: "1234567890", count: 50_000)
    for number in [digits, "-0." + digits, "1e" + digits, "1e1000000"] {
      #expect(try Lexing.pieces(of: Array("[\(number)]".utf8), pieceSize: 64)[1].text == number)
    }
  }

  @Test func sequences() throws {
    let text = "1\r\n\n \"a\"{\"b\":2}[3]\n\nnull true\n"
    #expect(
      try Lexing.pieces(of: Array(text.utf8), isSequence: true).map(\.kind)
        == [
          .number, .string, .beginObject, .key, .number, .endObject, .beginArray, .number,
          .endArray, .null, .true,
        ])
    #expect(try Lexing.pieces(of: Array(" \n".utf8), isSequence: true).isEmpty)
  }

  @Test func goesOnFromAnyPlace() throws {
    let bytes = Array(Self.example.utf8)
    let whole = try Lexing.pieces(of: bytes)
    let lexer = JSONLexer(
      InputFile(bytes: bytes), isSequence: false, in: Lexing.context(), pieceSize: 1)
    let batch = TokenBatch()
    var seen = 0
    while try lexer.next(batch) {
      seen += batch.tokens.count
      let rest = try Lexing.pieces(
        of: JSONLexer(
          InputFile(bytes: bytes), isSequence: false, in: Lexing.context(), from: lexer.state))
      #expect(rest == Array(whole[seen...]))
    }
  }
}
