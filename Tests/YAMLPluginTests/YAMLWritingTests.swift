import ConverterCore
import TestSupport
import Testing
import TreeModel
import TreeTestSupport
import YAMLPlugin

@Suite struct YAMLWritingTests {
  @Test(arguments: [
    (#"{"a":1,"b":[1,2],"c":{"d":null}}"#, "a: 1\nb:\n  - 1\n  - 2\nc:\n  d: null\n"),
    ("[]", "[]\n"), ("{}", "{}\n"), ("1", "1\n"), (#""x""#, "x\n"),
    (#"{"a":[],"b":{},"c":[[],{}]}"#, "a: []\nb: {}\nc:\n  - []\n  - {}\n"),
    (#"[{"a":1,"b":2},{"c":[3]}]"#, "- a: 1\n  b: 2\n- c:\n    - 3\n"),
    ("[[1,[2,3]],4]", "- - 1\n  - - 2\n    - 3\n- 4\n"),
    (#"[[{"a":[[1]]}]]"#, "- - a:\n      - - 1\n"),
    (#"{"a":"one\ntwo\n"}"#, "a: |\n  one\n  two\n"),
    (#"{"a":"one\n\ntwo"}"#, "a: |-\n  one\n\n  two\n"), (#"["one\n\n"]"#, "- |+\n  one\n\n"),
    (#"{"a":1e5,"b":-0.10}"#, "a: 1e5\nb: -0.10\n"),
  ])
  func blocks(json: String, expected: String) throws {
    #expect(try yaml(json) == expected)
    #expect(try YAMLPluginTests.json(expected) == [json])
  }

  @Test(arguments: [
    ("no", "\"no\""), ("Yes", "\"Yes\""), ("null", "\"null\""), ("~", "\"~\""), ("", "\"\""),
    ("123", "\"123\""), ("1e5", "\"1e5\""), ("0x1F", "\"0x1F\""), ("1_000", "\"1_000\""),
    ("12:30:45", "\"12:30:45\""), ("2020-01-01", "\"2020-01-01\""),
    ("2020-01-01T00:00:00Z", "\"2020-01-01T00:00:00Z\""),
    (".inf", "\".inf\""), ("-x", "\"-x\""), ("<<", "\"<<\""), ("=", "\"=\""), ("---", "\"---\""),
    ("...", "\"...\""),
    ("a: b", "\"a: b\""), ("a:", "\"a:\""), ("a #b", "\"a #b\""), (" a", "\" a\""),
    ("a ", "\"a \""),
    ("a:b", "a:b"), ("a#b", "a#b"), ("3 apples", "3 apples"), ("x, [y]", "x, [y]"),
    (".git", ".git"),
    ("/usr/bin", "/usr/bin"), ("naïve 漢", "naïve 漢"), ("e.g.", "e.g."), ("it's", "it's"),
    ("\\\"q\\\"", "'\"q\"'"), ("'\\\"", "'''\"'"), ("\\u0000", "\"\\u0000\""),
    ("a\\tb", "\"a\\tb\""),
    ("\\u0085", "\"\\u0085\""), ("\\u2028", "\"\\u2028\""), ("\\ufeff", "\"\\ufeff\""),
    ("\\u007f", "\"\\u007f\""),
    ("\\ud83d\\ude00", "😀"), (" a\\nb", "\" a\\nb\""), ("a\\n  \\nb", "\"a\\n  \\nb\""),
    ("\\n", "\"\\n\""),
    ("a\\r\\n", "\"a\\r\\n\""), ("@a", "\"@a\""), ("%a", "\"%a\""), ("&a", "\"&a\""),
    ("*a", "\"*a\""), ("!a", "\"!a\""),
    ("C:\\\\x", "C:\\x"), ("\\\\", "\\"),
  ])
  func texts(lexical: String, expected: String) throws {
    let written = try yaml("[\"\(lexical)\"]")
    #expect(written == "- \(expected)\n")
    let plain = try json(written)
    let again = try yaml(plain[0])
    #expect(again == written)
  }

  @Test func keysAreTextsToo() throws {
    #expect(try yaml(#"{"no":1,"a b":2,"":3,"1":4}"#) == "\"no\": 1\na b: 2\n\"\": 3\n\"1\": 4\n")
    let key = String(repeating: "k", count: 5000)
    let written = try yaml("{\"\(key)\":{\"\(key)\":[1]}}")
    #expect(try json(written) == ["{\"\(key)\":{\"\(key)\":[1]}}"])
  }

  @Test func severalValuesAreDocuments() throws {
    let written = try yaml("{\"a\":1}\n[2]\n\"x\\ny\"\n[]\n3\n", isSequence: true)
    #expect(written == "---\na: 1\n---\n- 2\n--- |-\n  x\n  y\n--- []\n--- 3\n")
    #expect(try json(written) == [#"{"a":1}"#, "[2]", #""x\ny""#, "[]", "3"])
  }

  @Test(arguments: [63, 64, 65, 66, 300])
  func depthTurnsToOneLine(depth: Int) throws {
    let arrays =
      String(repeating: "[", count: depth) + "\"a\"" + String(repeating: "]", count: depth)
    #expect(try json(try yaml(arrays)) == [arrays])
    let long = String(repeating: "k", count: 2000)
    let objects =
      String(repeating: "{\"a\":", count: depth) + "{\"\(long)\":[1,\"no\",null],\"b\":{}}"
      + String(repeating: "}", count: depth)
    #expect(try json(try yaml(objects)) == [objects])
  }

  @Test(arguments: [
    (#"["\ud800"]"#, "- \u{FFFD}\n", ["text"]),
    (#"{"a":1,"a":{"a":2}}"#, "a: 1\na:\n  a: 2\n", ["repeated keys"]),
    (#"{"a":{"a":2},"b":{"a":2}}"#, "a:\n  a: 2\nb:\n  a: 2\n", []),
  ])
  func whatReadsOtherwiseIsNoted(json: String, expected: String, noted: [String]) throws {
    let context = ConversionContext(registry: Registry())
    let output = try OutputFile(.memory)
    try YAMLWriter().write(
      TreeJSON.tree(json), as: "public.yaml", to: output,
      options: try .init(ConversionOptions()), in: WritingContext(context))
    #expect(output.bytes == Array(expected.utf8))
    #expect(context.ledger.map(\.what) == noted)
  }

  @Test func fuzzedTextsSurvive() throws {
    var generator = SystemRandomNumberGenerator()
    let parts = [
      "a", " ", "\\n", ":", "#", "-", "'", "\\\"", "\\\\", "\\t", "é", "漢", "\\u0085", "0", "1",
      ".",
      "no", "e", "{", "]", ",", "\\r", "|", ">", "%", "---", "?", "\\u0001",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...7, using: &generator))
        .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      let source = "{\"k\(text)\":[\"\(text)\",{\"x\":\"\(text)\"}]}"
      let written = try yaml(source)
      let once = try json(written)
      let again = try yaml(once[0])
      #expect(again == written, "\(source)")
      #expect(once == [source.replacing("\\u0085", with: "\u{85}")], "\(written)")
    }
  }

  @Test(
    arguments: Sample.present(["fixtures/others/json", "json"], name: \.self)
      .flatMap(Sample.files(in:)))
  func filesThereAndBack(sample: Sample) throws {
    let bytes = try sample.bytes()
    let isSequence = sample.name.hasSuffix("ndjson")
    let tree = TreeJSON.tree(bytes, isSequence: isSequence, batch: 1000)
    let context = ConversionContext(registry: Registry())
    // Escapes that need not be are written out on the way.
    let canonical = try TreeJSON.lines(of: tree, in: context).map(unescaped)
    #expect(try json(try yaml(bytes, isSequence: isSequence, batch: 1000)) == canonical)
  }

  /// Decodes and encodes every text of compact JSON.
  private func unescaped(_ json: String) -> String {
    let out = ByteBuffer()
    let all = Array(json.utf8)
    var index = 0
    while index < all.count {
      out.append(all[index])
      index += 1
      guard all[index - 1] == UInt8(ascii: "\"") else { continue }
      let start = index
      while all[index] != UInt8(ascii: "\"") { index += all[index] == UInt8(ascii: "\\") ? 2 : 1 }
      let text = ByteBuffer()
      TreeText.decode(all.span[start..<index], into: text)
      TreeText.encode(text.span, into: out)
      out.append(all[index])
      index += 1
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
