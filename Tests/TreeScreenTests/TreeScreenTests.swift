import ConverterCore
import TestSupport
import Testing
import TreeModel

private let sample = """
  {"name": "fairy", "tags": ["a", "b c", 3], "empty": {}, "none": [],
   "nested": {"deep": {"x": 1.50, "y": null}, "odd key": true}, "last": false}
  """

/// Lines as a screen shows them, with the last one in front of the status.
private func expect(
  _ screen: ScriptedScreen, _ lines: [String], status: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(Array(screen.last.dropLast()) == lines, sourceLocation: sourceLocation)
  #expect(screen.last.last == status, sourceLocation: sourceLocation)
}

@Suite("Trees have a screen of their own")
struct TreeScreenTests {
  @Test("with lines as if it were printed")
  func lines() throws {
    let screen = try run(sample, columns: 40, rows: 21, [])
    expect(
      screen,
      [
        "{", "  \"name\": \"fairy\",", "  \"tags\": [", "    \"a\",", "    \"b c\",", "    3",
        "  ],",
        "  \"empty\": {},", "  \"none\": [],", "  \"nested\": {", "    \"deep\": {",
        "      \"x\": 1.50,", "      \"y\": null", "    },", "    \"odd key\": true", "  },",
        "  \"last\": false", "}", "", "",
      ], status: ".                             0%  ? help")
  }

  @Test("that fill it, and scroll")
  func scrolling() throws {
    let screen = try run(
      sample, columns: 40, rows: 5, [.key(.down), .key(.down), .key(.down), .key(.down)])
    expect(
      screen, ["  \"name\": \"fairy\",", "  \"tags\": [", "    \"a\",", "    \"b c\","],
      status: ".tags[1]                     22%  ? help")
    let end = try run(sample, columns: 40, rows: 5, [.key(.end)])
    expect(
      end, ["    \"odd key\": true", "  },", "  \"last\": false", "}"],
      status: ".                           100%  ? help")
    let up = try run(
      sample, columns: 40, rows: 5, [.key(.end), .key(.up), .key(.up), .key(.up), .key(.up)])
    expect(
      up, ["    },", "    \"odd key\": true", "  },", "  \"last\": false"],
      status: ".nested.deep                 75%  ? help")
    let home = try run(sample, columns: 40, rows: 5, [.key(.end), .key(.home)])
    #expect(home.last[0] == "{")
  }

  @Test("that a larger window shows more of")
  func growing() throws {
    let screen = try run(
      sample, columns: 40, rows: 5, [.key(.end), .resize(columns: 40, rows: 9), .key("k")])
    #expect(screen.last[0] == "    \"deep\": {")
    #expect(screen.last[7] == "}")
    #expect(screen.last.dropLast().allSatisfy { !$0.isEmpty })
  }

  @Test("by pages")
  func pages() throws {
    let down = try run(sample, columns: 40, rows: 5, [.key(.pageDown)])
    #expect(down.last[0] == "    \"b c\",")
    let twice = try run(sample, columns: 40, rows: 5, [.key(.pageDown), .key("f"), .key("b")])
    #expect(twice.last[0] == "    \"b c\",")
    let half = try run(
      sample, columns: 40, rows: 5, [.key(.control("d")), .key(.control("d")), .key(.control("u"))])
    #expect(half.last[0] == "  \"tags\": [")
    // The last page is full.
    let beyond = try run(sample, columns: 40, rows: 5, Array(repeating: .key(.pageDown), count: 9))
    #expect(beyond.last.dropLast() == ["    \"odd key\": true", "  },", "  \"last\": false", "}"])
  }

  @Test(
    "and folds containers",
    arguments: [
      // Left folds, right unfolds, and goes in.
      ([.down, .down, .left], "  \"tags\": […], 3 items", ".tags"),
      ([.down, .down, .left, .right], "  \"tags\": [", ".tags"),
      ([.down, .down, .right], "  \"tags\": [", ".tags[0]"),
      ([.down, .down, .down, .left], "  \"tags\": [", ".tags"),
      ([.down, .down, .enter], "  \"tags\": […], 3 items", ".tags"),
      // A closing bracket stands for its container.
      ([.down, .down, .down, .down, .down, .down, .left], "  \"tags\": […], 3 items", ".tags"),
    ] as [([ScreenEvent.Key], String, String)])
  func folding(keys: [ScreenEvent.Key], line: String, path: String) throws {
    let screen = try run(sample, rows: 21, keys.map { .key($0) })
    #expect(screen.last[2] == line)
    #expect(screen.last.last?.hasPrefix("\(path) ") == true, "\(screen.last.last ?? "")")
  }

  @Test("and all of them at once")
  func foldingByDepth() throws {
    let one = try run(sample, rows: 21, [.key("1")])
    #expect(
      one.last.prefix(8) == [
        "{", "  \"name\": \"fairy\",", "  \"tags\": […], 3 items", "  \"empty\": {},",
        "  \"none\": [],", "  \"nested\": {…}, 2 members", "  \"last\": false", "}",
      ])
    let none = try run(sample, rows: 21, [.key("0")])
    #expect(none.last.prefix(2) == ["{…} 6 members", ""])
    let two = try run(sample, rows: 21, [.key("2")])
    #expect(two.last[10] == "    \"deep\": {…}, 2 members")
    let all = try run(sample, rows: 21, [.key("0"), .key("E")])
    #expect(all.last[10] == "    \"deep\": {")
    // From the folded outermost value: one step opens one level, `e` opens all in it.
    let step = try run(sample, rows: 21, [.key("1"), .key(.end), .key(.up), .key(.up), .key(" ")])
    #expect(step.last[5] == "  \"nested\": {")
    #expect(step.last[6] == "    \"deep\": {…}, 2 members")
    let deep = try run(sample, rows: 21, [.key("1"), .key(.end), .key(.up), .key(.up), .key("e")])
    #expect(deep.last[6] == "    \"deep\": {")
    #expect(deep.last[2] == "  \"tags\": […], 3 items")
  }

  @Test("and keeps the cursor in what is visible")
  func foldingAroundTheCursor() throws {
    let screen = try run(
      sample, columns: 40, rows: 5,
      [.key(.end), .key(.up), .key(.up), .key(.up), .key(.up), .key(.up), .key("1")])
    expect(
      screen, ["  \"none\": [],", "  \"nested\": {…}, 2 members", "  \"last\": false", "}"],
      status: "folded from depth 1          47%  ? help")
  }

  @Test(
    "and jumps between members",
    arguments: [
      ("J", ".", "this is the last one"), ("jJ", ".tags", ""), ("jJJ", ".empty", ""),
      ("jJJJJJJ", ".last", "this is the last one"), ("jJJJJK", ".none", ""),
      ("jJK", ".name", ""), ("jK", ".name", "this is the first one"),
      ("jJJJJjj", ".nested.deep.x", ""), ("jJJJJjjH", ".nested.deep", ""),
      ("jJJJJjjHu", ".nested", ""), ("jJJJJjjJ", ".nested.deep.y", ""),
      ("jJJJJjJ", ".nested[\"odd key\"]", ""), ("u", ".", "this is the outermost value"),
    ])
  func jumping(keys: String, path: String, message: String) throws {
    let screen = try run(sample, rows: 21, ScriptedScreen.Step.type(keys) + [.key("p")])
    #expect(screen.copied.map { String(decoding: $0, as: UTF8.self) } == [path])
    let before = screen.pictures[screen.pictures.count - 2].last ?? ""
    if !message.isEmpty { #expect(before.hasPrefix(message)) }
  }

  @Test("and copies values and paths")
  func copying() throws {
    let text = #"{"a\"b": ["t\u00e9\n\ud83d\ude00\ud800", {"x": [1, 2 ]}, -1.0e5]}"#
    let keys = ScriptedScreen.Step.type("yjpyjpyjyjjjjjy")
    let screen = try run(text, rows: 21, keys)
    #expect(
      screen.copied.map { String(decoding: $0, as: UTF8.self) } == [
        text, #".["a\"b"]"#, #"["t\u00e9\n\ud83d\ude00\ud800", {"x": [1, 2 ]}, -1.0e5]"#,
        #".["a\"b"][0]"#, "té\n😀\u{FFFD}", #"{"x": [1, 2 ]}"#, #"{"x": [1, 2 ]}"#,
      ])
  }

  @Test("and finds text in keys and values")
  func searching() throws {
    let keys: [ScriptedScreen.Step] = [.key("/")] + ScriptedScreen.Step.type("de") + [.key(.enter)]
    let screen = try run(sample, rows: 21, keys)
    #expect(screen.last.last?.hasPrefix(".nested.deep ") == true)
    let again = try run(sample, rows: 21, keys + [.key("n")])
    #expect(again.last.last?.hasPrefix("found again from the start") == true)
    let missing = try run(
      sample, rows: 21, [.key("/")] + ScriptedScreen.Step.type("Fairy") + [.key(.enter)])
    #expect(missing.last.last?.hasPrefix("\"Fairy\" is nowhere in the file") == true)
    let cancelled = try run(sample, rows: 21, [.key("/"), .key("x"), .key(.escape)])
    #expect(cancelled.last.last?.hasPrefix(". ") == true)
  }

  @Test("in both directions, in what is folded, past escapes")
  func searchingFolded() throws {
    let text = #"[{"a": "x1"}, {"a": "\u0078\u0032"}, {"a": "x3"}, ["no"]]"#
    let find: [ScriptedScreen.Step] = [.key("1"), .key("/"), .key("x"), .key(.enter)]
    func paths(_ keys: String) throws -> [String] {
      let steps = find + ScriptedScreen.Step.type("p" + keys.flatMap { "\($0)p" })
      return try run(text, rows: 21, steps).copied.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try paths("nnn") == [".[0].a", ".[1].a", ".[2].a", ".[0].a"])
    #expect(try paths("N") == [".[0].a", ".[2].a"])
    #expect(try paths("nNN") == [".[0].a", ".[1].a", ".[0].a", ".[2].a"])
    let screen = try run(text, rows: 21, find + [.key("n")])
    // What was opened stays open, the rest stays folded.
    #expect(
      screen.last.prefix(9) == [
        "[", "  {", "    \"a\": \"x1\"", "  },", "  {", #"    "a": "\u0078\u0032""#, "  },",
        "  {…}, 1 member", "  […] 1 item",
      ])
    let upwards = try run(text, rows: 21, [.key("\\"), .key("x"), .key(.enter), .key("p")])
    #expect(upwards.copied.map { String(decoding: $0, as: UTF8.self) } == [".[2].a"])
  }

  @Test("and shows long values whole")
  func panel() throws {
    let long = String(repeating: "word ", count: 30) + "end\\nnext"
    let screen = try run("[\"\(long)\"]", columns: 40, rows: 12, [.key(.down)])
    #expect(screen.last[1] == "  \"word word word word word word word …\"")
    let open = try run("[\"\(long)\"]", columns: 40, rows: 12, [.key(.down), .key("v")])
    #expect(open.last.contains(" next"))
    #expect(open.last.contains { $0.hasSuffix("end⏎") })
    let closed = try run(
      "[\"\(long)\"]", columns: 40, rows: 12, [.key(.down), .key(.enter), .key(.escape)])
    #expect(closed.last == screen.last)
  }

  @Test("and says what keys do")
  func help() throws {
    let screen = try run(sample, rows: 24, [.key("?")])
    #expect(screen.last.contains { $0.contains("folds or unfolds") })
    let unknown = try run(sample, [.key("x")])
    #expect(unknown.last.last?.hasPrefix("x means nothing here; ? shows what does") == true)
  }

  @Test(
    "until the user leaves",
    arguments: [.character("q"), .key(.control("c")), .end] as [ScreenEvent])
  func leaving(event: ScreenEvent) throws {
    let screen = try run(sample, [.event(event), .key(.down)])
    #expect(screen.last.last?.hasPrefix(". ") == true)
  }

  @Test("and follows its size")
  func resizing() throws {
    let screen = try run(sample, columns: 40, rows: 8, [.key(.end), .resize(columns: 24, rows: 4)])
    expect(screen, ["  },", "  \"last\": false", "}"], status: ".           100%  ? help")
  }

  @Test("where hostile text has no power")
  func hostile() throws {
    let text = "{\"a\u{202E}b\": \"\u{9B}31m\u{0085}\", \"c\": \"é日本\"}"
    let screen = try run(text, [])
    #expect(screen.last[1] == "  \"a\\u{202E}b\": \"\\u{9B}31m\\u{85}\",")
    #expect(screen.last[2] == "  \"c\": \"é日本\"")
    let invalid = try run(
      TextTree(bytes: Array("[\"".utf8) + [0xFF, 0xE9] + Array("\"]".utf8)), [])
    #expect(invalid.last[1] == "  \"\\xFF\\xE9\"")
  }

  @Test("in colours")
  func colours() throws {
    let screen = try run(sample, rows: 21, usesColour: true, [])
    let line = screen.painted.last?[1] ?? []
    #expect(ScriptedScreen.parts(of: line, with: 36) == ["\"name\""])
    #expect(ScriptedScreen.parts(of: line, with: 32) == ["\"fairy\""])
    #expect(ScriptedScreen.parts(of: screen.painted.last?[0] ?? [], with: 7).first?.first == "{")
  }

  @Test("several values, too")
  func sequence() throws {
    let screen = try run(
      "{\"a\":1}\n[2]\n\n3\n", isSequence: true, rows: 10, [.key("0"), .key(.down), .key(.down)])
    #expect(screen.last.prefix(3) == ["{…} 1 member", "[…] 1 item", "3"])
    #expect(screen.last.last?.hasPrefix("value 3  . ") == true)
  }
}
