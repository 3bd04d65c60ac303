import ConverterCore
import JSONPlugin
import Testing
import TreeModel

/// JSON5 and comments to strict JSON.
@Suite struct LenientTests {
  private func convert(_ text: String) throws -> String {
    try Lexing.convert(text, from: "org.json5.json5", ["indent": "compact"])
  }

  @Test(arguments: [
    ("// a\n[1, /* b */ 2, # c\n]", "[1,2]"),
    ("{a: 1, $b_2: 'x', \"c\": 3,}", #"{"a":1,"$b_2":"x","c":3}"#),
    (#"['it\'s', "say \"hi\"", 'say "hi"']"#, #"["it's","say \"hi\"","say \"hi\""]"#),
    (
      "[+1, .5, 5., -.5, 0x1F, -0xff, +0X0, 5.e3, .5E-2, 0.0]",
      "[1,0.5,5,-0.5,31,-255,0,5e3,0.5E-2,0.0]"
    ),
    ("[NaN, Infinity, -Infinity, +Infinity]", #"["NaN","Infinity","-Infinity","Infinity"]"#),
    ("['one \\\ntwo', 'a\\\r\nb']", #"["one two","ab"]"#),
    ("['\\x41\\v\\0\\a']", #"["A\u000b\u0000a"]"#),
    ("{'été': 1, été: 2, \\u0061b: 3}", #"{"été":1,"été":2,"\u0061b":3}"#),
    ("[true,false,null,]", "[true,false,null]"),
    ("{true: 1, null: 2}", #"{"true":1,"null":2}"#), ("\u{FEFF}[\u{A0}1\u{2028}]", "[1]"),
    ("'a\tb\nc'", #""a\tb\nc""#),
    (#"["\u00e9\/\n"]"#, #"["\u00e9\/\n"]"#),
    ("[1e1000000, 123456789012345678901234567890]", "[1e1000000,123456789012345678901234567890]"),
    ("[0xFFFFFFFFFFFFFFFF]", "[18446744073709551615]"), ("[]// end", "[]"),
  ])
  func becomesStrict(text: String, strict: String) throws {
    #expect(try convert(text) == strict + "\n")
  }

  @Test(arguments: GrammarTests.accepted)
  func readsAllOfJSON(text: String) throws {
    #expect(try convert(text) == Lexing.convert(text, ["indent": "compact"]))
  }

  @Test(arguments: [
    "", "// nothing", "[", "{a", "{a:", "[1 2]", "[,]", "[1,,2]", "{,}", "{a:1,,}", "{1a:1}",
    "[01]", "[0x]", "[.]",
    "[+]", "[1e]", "'abc", "/* ", "[1] [2]", "[1a]", "{a-b:1}", "['\\1']", "['\\xZZ']", "['\\u12']",
    "[undefined]",
    "[0x10000000000000000]", "[1.2.3]", "{\"a\" 1}", "[tru]", "[truefalse]", "]", "[1}", "[+-1]",
    "[--1]", "[Inf]",
  ])
  func refuses(text: String) throws {
    let error = #expect(throws: ConversionError.self) { try convert(text) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.hasPrefix("line ") == true)
  }

  @Test func badUTF8IsRefused() {
    for bytes in GrammarTests.badBytes {
      #expect(throws: ConversionError.self) {
        try Lexing.convert(Array("['".utf8) + bytes + Array("']".utf8), from: "org.json5.json5")
      }
    }
  }

  @Test(arguments: [
    ("[1 2]", "expected a comma or \"]\", found \"2\""),
    ("{a 1}", "expected a colon after the key, found \"1\""),
    ("[?]", "expected a value, found \"?\""), ("1 2", "expected the end of the file, found \"2\""),
    ("{,}", "expected a key or \"}\", found \",\""),
  ])
  func errorsSayWhatWasFound(text: String, message: String) throws {
    let error = #expect(throws: ConversionError.self) {
      try Lexing.convert(text, from: "org.json5.json5")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func theLedgerCountsWhatWasChanged() throws {
    let context = Lexing.context()
    _ = try Lexing.convert(
      "// x\n{a: 'b', c: [+1, 2,], /* y */}", from: "com.microsoft.jsonc", in: context)
    #expect(
      context.ledger == [
        LedgerEntry(
          "syntax that JSON lacks", .changed,
          why:
            "2 comments left out, 2 trailing commas left out, 2 keys put in quotes, 1 text put in double "
            + "quotes, 1 number written as JSON has it")
      ])
    let strict = Lexing.context()
    _ = try Lexing.convert("[1]", from: "com.microsoft.jsonc", in: strict)
    #expect(strict.ledger.isEmpty)
  }

  @Test func lenientIsASetting() throws {
    #expect(try Lexing.convert("[1,]", ["lenient": "true", "indent": "compact"]) == "[1]\n")
    #expect(throws: ConversionError.self) { try Lexing.convert("[1,]") }
    #expect(
      try Lexing.convert(
        "{a:1}\n{a:2} // x", from: "public.ndjson", to: "public.ndjson", ["lenient": "true"])
        == "{\"a\":1}\n{\"a\":2}\n")
  }

  @Test(arguments: ["'a'", "\"a\"", "a"])
  func repeatedKeysAreWarnedAbout(key: String) throws {
    let context = Lexing.context()
    _ = try Lexing.convert("{a: 1,\n\(key): 2}", from: "org.json5.json5", in: context)
    #expect(context.warnings == ["one key repeats an earlier key of its object: \"a\" in line 2"])
  }

  @Test func longFilesComeInBatches() throws {
    let text = "[" + (0..<60_000).map { "{a: \($0)} /* comment */" }.joined(separator: ",\n") + ",]"
    let strict = "[" + (0..<60_000).map { "{\"a\":\($0)}" }.joined(separator: ",") + "]\n"
    #expect(try convert(text) == strict)
  }
}
