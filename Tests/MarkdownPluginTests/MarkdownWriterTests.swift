import ConverterCore
import MarkdownPlugin
import TableModel
import TableTestSupport
import Testing

@Suite("Tables as Markdown")
struct MarkdownWriterTests {
  private func write(
    _ table: Table, set settings: [String: String] = [:], in context: ConversionContext = .test()
  ) throws -> String {
    try written(
      table, by: MarkdownWriter(), as: "net.daringfireball.markdown", set: settings, in: context)
  }

  @Test("are lined up, numbers at the right", arguments: [1, 3])
  func alignment(threads: Int) throws {
    let table = Table(
      ["city", "people", "x"],
      [["Berlin", "3755251", ""], ["東京", "37468000", "é"], ["a", "", "1"]])
    #expect(
      try write(table, in: .test(threads: threads)) == """
        | city   |   people | x   |
        | ------ | -------: | --- |
        | Berlin |  3755251 |     |
        | 東京   | 37468000 | é   |
        | a      |          | 1   |

        """)
    #expect(
      try write(table, set: ["align": "false"]) == """
        | city | people | x |
        | --- | --: | --- |
        | Berlin | 3755251 |  |
        | 東京 | 37468000 | é |
        | a |  | 1 |

        """)
  }

  @Test("with escapes")
  func escapes() throws {
    let context = ConversionContext.test()
    let text = try write(
      Table(["a|b", "c\\"], [["1\r\n2\n", "\\|"], [" x ", "C:\\new"], ["*y*", "\\*"]]), in: context)
    #expect(
      text == """
        | a\\|b       | c\\\\     |
        | ---------- | ------- |
        | 1<br>2<br> | \\\\\\|    |
        |  x         | C:\\\\new |
        | \\*y\\*      | \\\\\\*    |

        """)
    #expect(
      context.ledger == [
        LedgerEntry("line breaks", .changed, why: "a cell in row 1 has some, written as <br>"),
        LedgerEntry(
          "blanks", .changed, why: "a cell in row 2 has some at an end, which Markdown ignores"),
      ])
  }

  @Test("whatever cells rows have")
  func ragged() throws {
    let context = ConversionContext.test()
    let text = try write(
      Table(["a", "b"], [["1"], ["1", "2", "three"], [nil, "x"]]), in: context)
    #expect(
      text == """
        |   a | b   |       |
        | --: | --- | ----- |
        |   1 |     |       |
        |   1 | 2   | three |
        |     | x   |       |

        """)
    #expect(context.ledger.map(\.what) == ["ragged rows", "ragged rows", "null"])
  }

  @Test("without a header")
  func noHeader() throws {
    let context = ConversionContext.test()
    #expect(
      try write(Table(["1"], [["a"]], hasHeader: false), in: context)
        == "|     |\n| --- |\n| a   |\n")
    #expect(context.ledger.map(\.action) == [.added])
    #expect(try write(Table([], [])) == "")
  }

  @Test("several under their titles")
  func siblings() throws {
    var table = Table(["a"], [["x"]], title: "First\nsheet")
    table.siblings = [Sibling(name: "Second") { Table(["b"], []) }]
    #expect(
      try write(table) == """
        ## First sheet

        | a   |
        | --- |
        | x   |

        ## Second

        | b   |
        | --- |

        """)
  }

  @Test("without a cell that fills all others with spaces")
  func wide() throws {
    let long = String(repeating: "w", count: 300)
    let lines = try write(Table(["a"], [[long], ["x"]])).split(separator: "\n")
    #expect(lines.map(\.count) == [104, 104, 304, 104])
  }

  /// Text that would be markup gets backslashes, and no other text does.
  @Test(
    "with text that is no markup",
    arguments: [
      ("*x*", "\\*x\\*"), ("<b>", "\\<b>"), ("</b>", "\\</b>"), ("<!-- x", "\\<!-- x"),
      ("a < b", "a < b"), ("&amp;", "\\&amp;"), ("&#65;", "\\&#65;"), ("AT&T", "AT&T"), ("&", "&"),
      ("[l](u)", "\\[l](u)"), ("![l](u)", "!\\[l](u)"), ("`c`", "\\`c\\`"),
      ("~~s~~", "\\~\\~s\\~\\~"),
      ("snake_case", "snake_case"), ("_x_", "\\_x\\_"), ("__init__", "\\_\\_init\\_\\_"),
      ("1 # 2", "1 # 2"), ("a-b", "a-b"), ("<https://x.y>", "\\<https://x.y>"), ("<br>", "\\<br>"),
    ])
  func noMarkup(text: String, source: String) throws {
    let context = ConversionContext.test()
    let written = try write(Table([text], [[text]]), set: ["align": "false"], in: context)
    #expect(written == "| \(source) |\n| --- |\n| \(source) |\n")
    #expect(context.ledger == [])
  }
}
