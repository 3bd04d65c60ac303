import ConverterCore
import Testing
import TreeModel

@testable import JSONPlugin

/// What is JSON (RFC 8259) and what is not, for the careful way and for the fast one.
@Suite struct GrammarTests {
  static let accepted: [String] = [
    // Values alone.
    "0", "-0", "42", "\"x\"", "\"\"", "true", "false", "null", "[]", "{}", " [] ", "\n1\r\t ",
    // Numbers.
    "[0]", "[-0]", "[-1]", "[0e1]", "[0e+1]", "[0E-1]", "[1E22]", "[1e-2]", "[1e+2]", "[123.456]",
    "[123.456e78]", "[-0.0]", "[1.0e0]", "[1E0]", "[20e1]", "[123123e100000]",
    "[0.4e00669999999999]",
    "[1e1000000]", "[-1e-1000000]", "[100000000000000000000000000000000000]",
    "[1.00000000000000000]",
    "[12345678901234567890123456789012345678901234567890.1234567890123456789e-12345678901]",
    // Arrays.
    "[[]]", "[[],[]]", "[[[[[[]]]]]]", "[null, 1, \"1\", {}]", "[1\n]", "[ 1]", "[1,null,null,2]",
    "[2] ",
    "[\"\"]", "[\"a\"]", "[false]", "[[]   ]", "[\r\n1\r\n,\r\n2\r\n]", "[\t]",
    // Objects.
    "{\"a\":1}", "{\"a\":[]}", "{\"\":0}", "{\"a\":\"b\",\"a\":\"c\"}", "{\"a\":\"b\",\"a\":\"b\"}",
    "{ \"a\" : 1 , \"b\" : 2 }", "{\"a\":{\"b\":{\"c\":{}}}}", "{\n\"a\":\n1\n}", "{\"\\u0000\":1}",
    "{\"min\":-1.0e+28,\"max\":1.0e+28}", "{\"é\":1,\"日本\":2}", "{\"a\":null}",
    // Strings.
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\uDC37\"]",
    "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]", "[\"\\\\u0000\"]", "[\"\\\\\"]", "[\"\\\\\\\\\"]",
    "[\"\\\\\\\"\"]", "[\"\\u0000\"]", "[\"\\uFFFF\"]", "[\"\\u2028\"]", "[\"\u{2028}\"]",
    "[\"\u{7F}\"]",
    "[\"\u{10FFFF}\"]", "[\"\u{FEFF}\"]", "[\"a/*b*/c/*d//e\"]", "[\" \"]", "[\"é\"]", "[\"€𝄞\"]",
    "[\"{\",\"[\",\"]\",\"}\",\",\",\":\"]", "\"\\u0022\"", "[\"\\u005C\"]", "[\"\u{80}\"]",
    "[\"asd \"]",
    // Halves of surrogate pairs: the grammar allows them.
    "[\"\\uD800\"]", "[\"\\uDC00\"]", "[\"\\uDC00\\uD800\"]", "[\"\\uD800\\uD800\\n\"]",
    "[\"\\ud800abc\"]", "[\"\\uD888\\u1234\"]", "[\"\\uDd1ea\"]", "{\"\\uDFAA\":0}",
    // A byte order mark may be ignored.
    "\u{FEFF}{}", "\u{FEFF}1",
  ]

  static let refused: [String] = [
    // Nothing, or too much.
    "", " ", "\n", "1 2", "[] []", "{}{}", "[1]x", "{}}", "[]]", "1,", "[1],", "{\"a\":1}#",
    "\"a\"\"b\"",
    "\u{FEFF}", " \u{FEFF}1", "null null", "[]\u{0}", "\u{0}",
    // Words.
    "tru", "truee", "True", "TRUE", "nul", "nulll", "fals", "undefined", "NaN", "Infinity",
    "-Infinity",
    "[nan]", "[tru]", "[truex]", "[true1]", "[null\u{0}]", "n", "[t]", "[falsetrue]", "[true\"a\"]",
    // Numbers.
    "-", "+1", "[+1]", "[--1]", "[-]", "[-a]", "[01]", "[-01]", "[00]", "[1.]", "[.1]", "[-.1]",
    "[1.e1]",
    "[0.e1]", "[1e]", "[1e+]", "[1e-]", "[1E]", "[1eE2]", "[0e+-1]", "[1.2.3]", "[1..2]", "[1-2]",
    "[1+2]",
    "[0x1]", "[0X1F]", "[1_000]", "[1 000]", "[1a]", "[1ea]", "[1.5x]", "[-1x]", "[２]", "[1e1.5]",
    "[1\"a\"]",
    "[1\u{C}]", "[0.3e]", "[2.e3]", "[9.e+]", "[-2.]", "[- 1]", "[1,000.5.5]", "[12-]",
    // Arrays.
    "[", "]", "[1", "[1,", "[,", "[,1]", "[1,]", "[1,,2]", "[1 2]", "[1:2]", "[\"\":1]",
    "[1,\n1\n,1", "[a",
    "[}", "[1}", "[{]}", "[[]", "[[1]", "[{\"a\":1]", "[\"a\",\n4\n,1,", "[*]", "[\u{C}]",
    "[\u{B}1]",
    "[1;2]", "[x", "[\"a\",]", "[1}]", "[<1>]", "[\u{A0}]", "[\u{2060}]",
    // Objects.
    "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{,}", "{\"a\":1,}",
    "{\"a\":1,,\"b\":2}", "{\"a\" 1}",
    "{\"a\":}", "{:1}", "{1:1}", "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}",
    "{\"a\":1:2}", "{\"a\",1}",
    "{[]:1}", "{null:1}", "{\"a\":1]", "{]", "{\"a\":[}", "{\"a\":b}", "{\"a\"}", "{\"a\",}",
    "{true:1}",
    "{\"a\":1,2}", "{\"a\":\"a\" 123}", "{\"a\":1/**/}", "{\"a\":1//\n}", "{\"a\":1};",
    "{\"a\":'b'}",
    "{{}}", "{[", "{\"a\":1,\"b\"}", "{\"a\":{}", "{\"a\":1,{}}",
    // Strings.
    "\"", "[\"", "[\"a", "[\"\\\"", "[\"\\", "[\"\\u", "[\"\\u12", "[\"\\x00\"]", "[\"\\a\"]",
    "[\"\\u00A\"]",
    "[\"\\u00G0\"]", "[\"\\U0041\"]", "[\"\\'\"]", "[\"\\0\"]", "[\"\\ \"]", "[\"\\\u{1F600}\"]",
    "[\"\\é\"]",
    "[\"a\nb\"]", "[\"a\tb\"]", "[\"\u{0}\"]", "[\"\u{1F}\"]", "['a']", "['", "['\"", "[\"a\"b]",
    "[\\n]",
    "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[\"\\uD800\\\"]", "\\\"a\"",
    "[“a”]",
    "[\"\\{\"]", "[\"\\\\\\\"]", "abc\"def\"", "[\"\r\"]", "[\\\"a\"]", "\"\\\"",
    // Comments and other languages.
    "/* */1", "// \n1", "1 // x", "# x\n1", "<null>", "[undefined]", "@", "&", "(1)", "!", "`a`",
  ]

  /// Bytes that are no UTF-8.
  static let badBytes: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
    [0xE2, 0x82],
    [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
    [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80],
    [0xFE], [0xFF], [0xE9],
  ]

  private func results(_ text: [UInt8]) throws -> [FastFormatterTests.Result] {
    [
      try FastFormatterTests.careful(text, .compact, isSequence: false),
      try FastFormatterTests.fast(text, .compact, isSequence: false, pieceSize: 1 << 16),
      try FastFormatterTests.fast(text, .compact, isSequence: false, pieceSize: 3),
      try FastFormatterTests.fast(text, .compact, isSequence: false, pieceSize: 64, isPlain: true),
    ]
  }

  @Test(arguments: accepted)
  func isJSON(text: String) throws {
    let results = try results(Array(text.utf8))
    #expect(results[0].error == nil)
    #expect(results.allSatisfy { $0 == results[0] })
    // Compact text differs from the input by blanks outside of strings alone.
    #expect(
      results[0].text.filter { !" \n\r\t\r\n\u{FEFF}".contains($0) }
        == text.filter { !" \n\r\t\r\n\u{FEFF}".contains($0) })
  }

  @Test(arguments: refused)
  func isNotJSON(text: String) throws {
    let results = try results(Array(text.utf8))
    #expect(results[0].error?.hasPrefix("damagedInput line ") == true)
    #expect(results.allSatisfy { $0 == results[0] }, "\(results)")
  }

  @Test(arguments: badBytes)
  func isNotUTF8(bytes: [UInt8]) throws {
    for (before, after) in [
      ("[\"", "\"]"), ("[\"ab", "cd\",1]"), ("{\"", "\":1}"), ("\"", ""), ("[1,", "]"),
    ] {
      let text = Array(before.utf8) + bytes + Array(after.utf8)
      let results = try results(text)
      let error = try #require(results[0].error)
      #expect(error.contains("(byte \(before.utf8.count)):"))
      #expect(results.allSatisfy { $0 == results[0] }, "\(results)")
    }
  }
}
