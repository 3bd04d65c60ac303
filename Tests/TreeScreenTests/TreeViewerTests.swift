import ConverterCore
import TestSupport
import Testing
import TreeModel
import TreeViewer

@Suite("Trees are shown")
struct TreeViewerTests {
  private static let tokens: [[(Token.Kind, String)]] = [
    [
      (.beginObject, ""), (.key, "a"), (.number, "1.50"), (.key, "b\\n"), (.beginArray, ""),
      (.string, "x\u{202E}\u{9B}\\u00e9"), (.null, ""),
    ],
    [
      (.true, ""), (.beginObject, ""), (.endObject, ""), (.endArray, ""), (.key, "c"),
      (.string, "é\u{E0001}"), (.endObject, ""),
    ],
  ]

  private func show(
    _ content: any TreeContent, isSequence: Bool = false, on page: ScreenPage
  ) throws -> String {
    #expect(
      try TreeViewer().show(Tree(isSequence: isSequence, content: content), on: page, in: .test()))
    return page.text
  }

  @Test("in a pipe as they are")
  func pipe() throws {
    #expect(
      try show(TokenTree(batches: Self.tokens), on: ScreenPage()) == """
        {
          "a": 1.50,
          "b\\n": [
            "x\u{202E}\u{9B}\\u00e9",
            null,
            true,
            {}
          ],
          "c": "é\u{E0001}"
        }

        """)
  }

  @Test("on a terminal with escapes for what has power over it")
  func terminal() throws {
    let text = try show(TokenTree(batches: Self.tokens), on: ScreenPage(width: 80))
    #expect(text.contains(#"    "x\u202E\u009B\u00e9","#))
    #expect(text.contains(#"  "c": "é\uDB40\uDC01""#))
    let invalid = TokenTree(batches: [[(.beginArray, ""), (.endArray, "")]])
    #expect(try show(invalid, on: ScreenPage(width: 80)) == "[]\n")
  }

  @Test("in colours")
  func colours() throws {
    let tree = TokenTree(
      batches: [
        [
          (.beginObject, ""), (.key, "a"), (.number, "1"), (.key, "b"), (.null, ""),
          (.endObject, ""),
        ]
      ])
    let text = try show(tree, on: ScreenPage(usesColour: true))
    let esc = "\u{1B}["
    #expect(
      text == """
        \(esc)2m{\(esc)0m
          \(esc)36m"a"\(esc)0m\(esc)2m:\(esc)0m \(esc)33m1\(esc)0m\(esc)2m,\(esc)0m
          \(esc)36m"b"\(esc)0m\(esc)2m:\(esc)0m \(esc)2mnull\(esc)0m
        \(esc)2m}\(esc)0m

        """)
  }

  @Test("for scripts, a value a line")
  func json() throws {
    let text = try show(
      TokenTree(batches: Self.tokens), on: ScreenPage(isJSON: true, usesColour: true))
    #expect(
      text
        == "{\"a\":1.50,\"b\\n\":[\"x\u{202E}\u{9B}\\u00e9\",null,true,{}],\"c\":\"é\u{E0001}\"}\n")
    let values = TokenTree(batches: [
      [(.number, "1"), (.beginArray, ""), (.endArray, "")], [(.string, "x")],
    ])
    #expect(try show(values, isSequence: true, on: ScreenPage(isJSON: true)) == "1\n[]\n\"x\"\n")
  }

  @Test("up to an error, which is thrown then", arguments: [false, true])
  func failing(withLast: Bool) throws {
    var tree = TokenTree(batches: [[(.beginArray, ""), (.number, "1"), (.number, "2")]])
    tree.failure = ConversionError(.damagedInput, "no more")
    tree.failsWithLast = withLast
    let page = ScreenPage()
    let error = #expect(throws: ConversionError.self) {
      _ = try TreeViewer().show(Tree(isSequence: false, content: tree), on: page, in: .test())
    }
    #expect(error?.message == "no more")
    #expect(page.text == "[\n  1,\n  2\n")
  }

  @Test("as long as somebody reads")
  func abandoned() throws {
    let numbers = [(Token.Kind, String)](repeating: (.number, "1234567890"), count: 10_000)
    let tree = TokenTree(batches: [[(.beginArray, "")]] + Array(repeating: numbers, count: 50))
    let page = ScreenPage()
    page.patience = 2
    _ = try TreeViewer().show(Tree(isSequence: false, content: tree), on: page, in: .test())
    #expect(page.bytes.count < 1 << 18)
  }

  @Test("and told in facts")
  func facts() throws {
    func facts(_ tokens: [(Token.Kind, String)], isSequence: Bool = false) throws -> String {
      let tree = Tree(isSequence: isSequence, content: TokenTree(batches: [tokens]))
      return JSONValue.object(
        try TreeViewer().facts(of: tree, in: .test()).map { .init($0.key ?? "", $0.json) }
      ).description
    }
    #expect(
      try facts(Self.tokens.flatMap(\.self)) == """
        {"root":"object","members":3,"depth":3,"objects":2,"arrays":1,"keys":3,"strings":2,\
        "numbers":1,"booleans":1,"nulls":1}
        """)
    #expect(
      try facts([(.number, "1")]) == """
        {"root":"number","depth":0,"objects":0,"arrays":0,"keys":0,"strings":0,"numbers":1,\
        "booleans":0,"nulls":0}
        """)
    #expect(
      try facts(
        [(.number, "1"), (.string, "x"), (.beginArray, ""), (.endArray, "")], isSequence: true
      )
      .hasPrefix(#"{"values":3,"root":"mixed","depth":1,"#))
    #expect(
      try facts([
        (.beginArray, ""), (.null, ""), (.beginArray, ""), (.null, ""), (.endArray, ""),
        (.endArray, ""),
      ])
      .hasPrefix(#"{"root":"array","members":2,"depth":2,"#))
    #expect(try facts([], isSequence: true).hasPrefix(#"{"values":0,"root":null,"#))
  }

  @Test("on a screen only where they are longer than it")
  func fitting() throws {
    func takesScreen(_ text: String, columns: Int = 40, rows: Int = 10) throws -> Bool {
      let screen = ScriptedScreen(columns: columns, rows: rows, [])
      let page = ScreenPage(width: columns, height: rows, screen: screen)
      // What is printed needs tokens, which this tree has none of.
      _ = try? TreeViewer().show(
        Tree(isSequence: false, content: TextTree(text)), on: page, in: .test())
      return !screen.pictures.isEmpty
    }
    #expect(try !takesScreen("[1,2,3,4,5,6]"))
    #expect(try takesScreen("[1,2,3,4,5,6,7]"))
    #expect(try takesScreen("[\"\(String(repeating: "x", count: 200))\",1,2,3]"))
    #expect(try !takesScreen("[\"\(String(repeating: "x", count: 70))\",1,2,3]"))
  }

  @Test("on a screen where warnings would push them off it")
  func fittingWithWarnings() throws {
    struct Text: JSONTextContent {
      let text: InputFile?
      var byteCount: Int { text?.byteCount ?? 0 }
      func tokens(in context: ConversionContext) -> any TokenSource {
        JSONLexer(text ?? InputFile(bytes: []), isSequence: false, in: context)
      }
    }
    func takesScreen(_ json: String) throws -> Bool {
      let screen = ScriptedScreen(columns: 40, rows: 10, [])
      let page = ScreenPage(width: 40, height: 10, screen: screen)
      let text = Text(text: InputFile(bytes: Array(json.utf8)))
      _ = try? TreeViewer().show(Tree(isSequence: false, content: text), on: page, in: .test())
      return !screen.pictures.isEmpty
    }
    #expect(try !takesScreen(#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}"#))
    #expect(try takesScreen(#"{"a":1,"a":2,"c":3,"d":4,"e":5,"f":6}"#))
    #expect(try !takesScreen(#"{"a":1,"a":2}"#))
  }

  @Test("on a screen that has no text of its own")
  func tokensOnScreen() throws {
    let screen = ScriptedScreen(columns: 40, rows: 12, settled)
    let page = ScreenPage(width: 40, screen: screen)
    _ = try show(TokenTree(batches: Self.tokens), on: page)
    #expect(screen.last[1] == "  \"a\": 1.50,")
    let error = #expect(throws: ConversionError.self) {
      _ = try TreeViewer().show(
        Tree(isSequence: false, content: TokenTree(batches: Self.tokens)), on: page,
        in: .test { $0.memory = 20 })
    }
    #expect(error?.code == .limitExceeded)
  }
}
