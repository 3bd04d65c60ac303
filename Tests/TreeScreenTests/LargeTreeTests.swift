import ConverterCore
import TestSupport
import Testing
import TreeModel

/// Texts of many checkpoints, odd shapes and damage.
@Suite("Long trees have a screen of their own")
struct LargeTreeTests {
  /// 20,000 members of some 60 bytes: 1.2 MB.
  private static let long =
    "["
    + (0..<20_000).map { #"{"n": \#($0), "t": ["member \#($0)", {"odd": \#($0 % 2)}]}"# }
    .joined(separator: ",\n") + "]"

  @Test("with an end, and a way back")
  func ends() throws {
    let screen = try run(Self.long, rows: 10, [.key(.end)])
    #expect(
      screen.last == [
        "  {", "    \"n\": 19999,", "    \"t\": [", "      \"member 19999\",", "      {",
        "        \"odd\": 1", "      }", "    ]", "  }", "]",
      ].suffix(9) + [". ".padded(to: 48) + "100%  ? help"])
    let up = try run(
      Self.long, rows: 10, [.key(.end)] + Array(repeating: .key(.pageUp), count: 5) + [.key("p")])
    #expect(up.copied.map { String(decoding: $0, as: UTF8.self) } == [".[19995]"])
    let back = try run(
      Self.long, rows: 10, [.key(.end), .key("1"), .key(.pageUp), .key(.pageUp), .key("p")])
    #expect(back.copied.map { String(decoding: $0, as: UTF8.self) } == [".[19982]"])
  }

  @Test("whose lines are the same downwards and upwards")
  func symmetry() throws {
    for keys in ["", "1", "2"] {
      var down: [String] = []
      let start = ScriptedScreen.Step.type(keys)
      try run(
        Self.long, rows: 41,
        start + (0..<60).flatMap { _ in [.key(.pageDown), .look { down += $0.dropLast() }] })
      var up: [[String]] = []
      try run(
        Self.long, rows: 41,
        start + Array(repeating: .key(.pageDown), count: 60) + [
          .look { up.append(Array($0.dropLast())) }
        ]
          + (0..<59).flatMap { _ in [.key(.pageUp), .look { up.append(Array($0.dropLast())) }] })
      #expect(down.count == 2400)
      #expect(Array(up.reversed().joined()) == down)
    }
  }

  @Test("found in by both directions")
  func searching() throws {
    let find: [ScriptedScreen.Step] =
      [.key("1"), .key("/")] + ScriptedScreen.Step.type("member 15000") + [
        .key(.enter), searched, .key("p"),
      ]
    let screen = try run(Self.long, rows: 10, find)
    #expect(screen.copied.map { String(decoding: $0, as: UTF8.self) } == [".[15000].t[0]"])
    let back: [ScriptedScreen.Step] =
      [.key(.end), .key("\\")] + ScriptedScreen.Step.type("r 123\"") + [.key(.enter), searched]
    let none = try run(Self.long, rows: 10, back)
    #expect(none.pictures.contains { $0.last?.hasPrefix("\"r 123\"\" is nowhere") == true })
  }

  @Test("found in past escapes, far away")
  func searchingEscapes() throws {
    let padding = String(repeating: "[\"padding\", 12345],\n", count: 20_000)
    for (written, word) in [
      ("w\\u006Frd", "word"), ("wo\\/rd", "wo/rd"), ("x wOrd", "word"), ("wo\\nrd", "ordinary"),
      ("日本", "日本"), ("\\u65E5本", "日本"),
    ] {
      let text = "[\(padding)\"\(written)\",\n\(padding)\"ordinary\"]"
      let index = word == "ordinary" ? 40_001 : 20_000
      for prompt in ["/", "\\"] {
        let keys = ScriptedScreen.Step.type(prompt + word) + [.key(.enter), searched, .key("p")]
        let screen = try run(text, rows: 10, keys)
        #expect(
          screen.copied.map { String(decoding: $0, as: UTF8.self) } == [".[\(index)]"],
          "\(prompt)\(word)")
      }
    }
  }

  @Test("with siblings far apart")
  func siblings() throws {
    let inner = (0..<30_000).map { "\"\($0)\"" }.joined(separator: ",")
    let text = "[[\(inner)],[\(inner)],{\"k\":[\(inner)]},4]"
    let screen = try run(text, rows: 10, ScriptedScreen.Step.type("jJpJpJpJKpKpKpK"))
    #expect(
      screen.copied.map { String(decoding: $0, as: UTF8.self) } == [
        ".[1]", ".[2]", ".[3]", ".[2]", ".[1]", ".[0]",
      ])
    let folded = try run(text, rows: 10, [.key("1")])
    #expect(
      folded.last.prefix(6) == [
        "[", "  […], 30000 items", "  […], 30000 items", "  {…}, 1 member", "  4", "]",
      ])
  }

  @Test("however deep")
  func deep() throws {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let screen = try run(
      text, columns: 40, rows: 6,
      [.key(.end), .key(.up), .key("p"), .key("K"), .key("H"), .key("0")])
    #expect(screen.copied.map { String(decoding: $0, as: UTF8.self) } == [".[0]"])
    #expect(screen.last[0] == "[…] 1 item")
    let objects =
      String(repeating: "{\"k\":", count: 3000) + "1" + String(repeating: "}", count: 3000)
    let path = try run(
      objects, columns: 40, rows: 6, [.key("/"), .key("1"), .key(.enter), .key("p")])
    #expect(path.copied.first == Array(String(repeating: ".k", count: 3000).utf8))
    #expect(path.last.contains { $0.hasSuffix("\"k\": 1") })
  }

  @Test("and copies no path that is cut")
  func longKey() throws {
    let key = String(repeating: "k", count: 1 << 17)
    let screen = try run(
      "{\"\(key)\": 1}", columns: 80, rows: 6,
      [
        .key(.down), .key("p"), .until("the path is not copied"), .key("c"),
        .until("copied the value"),
      ])
    #expect(screen.copied == [Array("1".utf8)])
  }

  @Test(
    "up to where they are damaged",
    arguments: [
      ("[1, 2 x]", "✗ line 1, column 7 (byte 6): expected a comma or ]"),
      ("{\"a\": 1,\n \"b\" 2}", "✗ line 2, column 6 (byte 14): expected a colon behind the key"),
      ("{\"a\": [1, \"unfinished", "✗ line 1, column 22 (byte 21): the text ends within a string"),
      ("[1,\n2", "✗ line 2, column 2 (byte 5): the text ends before ]"),
      ("[1,]", "✗ line 1, column 4 (byte 3): expected a value"),
      ("{a: 1}", "✗ line 1, column 2 (byte 1): expected a key in quotes"),
      ("[-x]", "✗ line 1, column 3 (byte 2): a number needs a digit here"),
      (
        "[1] 2",
        "✗ line 1, column 5 (byte 4): there is more behind the value, and a JSON document is one value"
      ),
      ("[nul]", "✗ line 1, column 5 (byte 4): expected true, false or null"),
      (
        "[\"\\x\"]",
        "✗ line 1, column 3 (byte 2): a backslash must begin an escape such as \\n or \\u00e9"
      ),
      (
        "[\"\t\"]",
        "✗ line 1, column 3 (byte 2): a string may hold a control character only as an escape such as \\n"
      ),
      ("", "✗ line 1, column 1 (byte 0): expected a value, and the text ends"),
      ("[{]", "✗ line 1, column 3 (byte 2): expected a key in quotes"),
      ("[1}", "✗ line 1, column 3 (byte 2): expected a comma or ]"),
    ])
  func damage(text: String, line: String) throws {
    for keys in [[], [.key(.end)], [.key("0")], [.key("1"), .key(.end)]] as [[ScriptedScreen.Step]]
    {
      let screen = try run(text, columns: 120, rows: 12, keys)
      let lines = screen.last.map { $0.drop { $0 == " " } }
      #expect(lines.contains(line[...]), "\(keys): \(screen.last)")
    }
    // Every key does something sensible in the line of damage.
    for key in "jkJKHhl eEvypnNuGgbf0123" {
      try run(text, rows: 6, [.key(.end)] + ScriptedScreen.Step.type(String(key)) + [.key(.enter)])
    }
  }

  @Test("a key at a time, without a crash, whatever the text", arguments: 0..<40)
  func random(seed: Int) throws {
    var generator = SplitMix(state: UInt64(seed))
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"k\"", "\"\\u12\"", "1", "-", "null", " ", "\n", "\"", "\\",
      "\u{0}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 1...200, using: &generator) {
      text += pieces.randomElement(using: &generator) ?? ""
    }
    let letters = Array("jjjkkJKHhl eEvypnNuGgbf012q?".unicodeScalars)
    var keys: [ScriptedScreen.Step] = [.key("/"), .key("k"), .key(.enter)]
    for _ in 0..<60 {
      guard let letter = letters.dropLast(2).randomElement(using: &generator) else { continue }
      keys.append(.key(letter))
      if letter == "v" { keys.append(.key(.escape)) }
    }
    let screen = try run(text, isSequence: seed % 2 == 0, columns: 30, rows: 7, keys)
    #expect(screen.last.count == 7)
  }

  @Test("at the size of the file, whatever is in its strings")
  func longString() throws {
    let text = "[\"" + String(repeating: "ab\\n", count: 1_000_000) + "needle\", 2]"
    let screen = try run(
      text, rows: 6,
      [.key("/")] + ScriptedScreen.Step.type("needle") + [
        .key(.enter), searched, .key("p"), .key("y"), .key("v"),
      ])
    #expect(screen.copied.map { String(decoding: $0, as: UTF8.self) } == [".[0]"])
    #expect(
      screen.pictures.contains { $0.last?.hasPrefix("a value of 4000008 bytes is too") == true })
  }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
