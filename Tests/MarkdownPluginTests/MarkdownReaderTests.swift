import ConverterCore
import MarkdownPlugin
import TableModel
import TableTestSupport
import Testing

@Suite("Tables in Markdown")
struct MarkdownReaderTests {
  private func read(
    _ text: String, _ reading: ReadingOptions = ReadingOptions(),
    in context: ConversionContext? = nil
  ) throws -> Table {
    try MarkdownReader().read(
      InputFile(bytes: Array(text.utf8)), type: "net.daringfireball.markdown",
      in: ReadingContext(context ?? .test(reading: reading)))
  }

  private func names(_ table: Table) -> [String] {
    table.columns.map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test(
    "are told by the line of dashes",
    arguments: [
      ("| a | b |\n| --- | --- |\n| 1 | 2 |\n", [["1", "2"]]),
      ("a | b\n:-|-:\n1 | 2", [["1", "2"]]),
      ("\u{FEFF}a|b\r\n--|--\r\n 1 | 2 \r\n\r\nno | row\r\n", [["1", "2"]]),
      ("text before\n| a | b |\n|---|---|\n| x \\| y | \\\\ \\* |\n", [["x | y", "\\ *"]]),
      ("| a | b |\n|---|---|\n| `c|d` | e<br>f |", [["`c", "d`", "e<br>f"]]),
      ("| a | b |\n|---|---|\n||\n| | |\n|x|\nplain\n", [[""], ["", ""], ["x"], ["plain"]]),
      ("| a | b |\n|---|---|\n| 1 | 2 |\n# Next\n| 3 | 4 |", [["1", "2"]]),
      ("| a | b |\n|---|---|\n| 1 | 2 |\n> quote | x\n", [["1", "2"]]),
      ("```\n| x | y |\n|---|---|\n```\n| a | b |\n|---|---|\n", []),
      ("~~~ md\n| x | y |\n|---|---|\n```\n~~~~\n| a | b |\n|---|---|\n", []),
      ("    | x | y |\n    |---|---|\n\n| a | b |\n|---|---|\n", []),
      ("| x | y | z |\n|---|---|\n\n| a | b |\n|---|---|\n", []),
    ])
  func tables(text: String, rows: [[String]]) throws {
    let table = try read(text)
    #expect(names(table) == ["a", "b"])
    #expect(try texts(of: table, in: .test()) == rows)
    #expect(table.rowCount == rows.count)
    #expect(try table.content.countRows(in: .test()) == rows.count)
  }

  /// `# Größe`, a table of `für | é`, in encodings with and without a mark.
  @Test(
    "in any encoding",
    arguments: [("windows-1252", nil, false), ("windows-1252", "latin1", false)]
      + [("UTF-16LE", nil, true), ("UTF-16BE", nil, true), ("UTF-16BE", "UTF-16BE", false)]
      + [("UTF-8", nil, false), ("UTF-8", nil, true), ("UTF-8", "utf8", true)])
  func encodings(name: String, said: String?, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "# Größe\n| für | b |\n|---|---|\n| é | 2 |\n"
    let bytes: [UInt8] =
      switch name {
      case "UTF-16LE": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case "UTF-16BE": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case "UTF-8": Array(text.utf8)
      default: text.unicodeScalars.map { UInt8($0.value) }
      }
    var reading = ReadingOptions()
    reading.encoding = said
    let table = try MarkdownReader().read(
      InputFile(bytes: bytes), type: "net.daringfireball.markdown",
      in: ReadingContext(.test(reading: reading)))
    #expect(table.title == "Größe")
    #expect(names(table) == ["für", "b"])
    #expect(try texts(of: table, in: .test()) == [["é", "2"]])
    #expect(table.findings.map(\.key) == ["encoding"])
    #expect(table.findings.first?.text == (said == "latin1" ? "ISO-8859-1" : name))
  }

  @Test("an encoding must be known, and its bytes have characters")
  func badEncodings() throws {
    var reading = ReadingOptions()
    reading.encoding = "no-such"
    let unknown = #expect(throws: ConversionError.self) { try read("| a |\n|---|\n", reading) }
    #expect(unknown?.code == .usage)
    #expect(unknown?.message == "the encoding \"no-such\" is not known; iconv -l lists them")
    reading.encoding = "shift-jis"
    let bytes = Array("| a |\n|---|\n| ".utf8) + [0xFF] + Array(" |\n".utf8)
    let context = ConversionContext.test(reading: reading)
    let table = try MarkdownReader().read(
      InputFile(bytes: bytes), type: "net.daringfireball.markdown", in: ReadingContext(context))
    #expect(try texts(of: table, in: context) == [["\u{FFFD}"]])
    #expect(
      context.warnings.first?.hasPrefix("1 byte has no character in Shift-JIS, the first at")
        == true)
    reading.isStrict = true
    let strict = #expect(throws: ConversionError.self) {
      try MarkdownReader().read(
        InputFile(bytes: bytes), type: "net.daringfireball.markdown",
        in: ReadingContext(.test(reading: reading)))
    }
    #expect(strict?.code == .damagedInput)
  }

  @Test("without a header where its cells are empty")
  func noHeader() throws {
    let table = try read("|  |  |\n|--|--|\n| 1 | 2 |")
    #expect(!table.hasHeader)
    #expect(names(table) == ["1", "2"])
  }

  @Test("several are siblings, found by the heading above")
  func siblings() throws {
    let text = """
      # First ##
      | a | b |
      |---|---|
      | 1 | 2 |

      Second
      ------
      words
      | c |
      |---|
      | 3 |

      | d | e |
      |---|---|
      """
    let table = try read(text)
    #expect(table.title == "First")
    #expect(table.title == "First")
    #expect(table.findings.map(\.text) == ["UTF-8"])
    #expect(table.siblings.map(\.name) == ["Second", "3"])
    #expect(try texts(of: table.siblings[0].open(), in: .test()) == [["3"]])
    for (wanted, column) in [("Second", "c"), ("second", "c"), ("2", "c"), ("3", "d"), ("1", "a")] {
      var reading = ReadingOptions()
      reading.table = wanted
      let chosen = try read(text, reading)
      #expect(names(chosen).first == column)
      #expect(chosen.siblings.isEmpty)
    }
    var reading = ReadingOptions()
    reading.table = "4"
    let error = #expect(throws: ConversionError.self) { try read(text, reading) }
    #expect(error?.code == .usage)
    #expect(
      error?.message
        == "there is no table \"4\": the file has 1 (First), 2 (Second), 3 (Second)")
  }

  @Test(
    "are missed where there is none", arguments: ["", "text\n", "a | b\n\n--|--\n", "a\n---\n"])
  func missing(text: String) {
    let error = #expect(throws: ConversionError.self) { try read(text) }
    #expect(error?.code == .unsupportedContent)
  }

  @Test("with ragged rows, which are reported")
  func ragged() throws {
    let text = "# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 1 |\n| 1 | 2 | 3 |\n"
    let context = ConversionContext.test()
    _ = try read(text, in: context)
    #expect(
      context.warnings == [
        "2 rows have more or fewer cells than the header has (2); the first is line 6"
      ])
    var reading = ReadingOptions()
    reading.isStrict = true
    let error = #expect(throws: ConversionError.self) { try read(text, reading) }
    #expect(error?.code == .damagedInput)
  }

  @Test("come back as they were written")
  func roundTrip() throws {
    let cells = [
      ["a|b", "\\", "\\|", "c\\\\|"], ["*x*", "`y`", "<br>", "é\\*"], ["", "1", "", "--"],
      ["_a_b", "&lt; & &x", "[x](y)", "<!-->"], ["~~", "C:\\new\\[1]", "``a`", "\\`"],
    ]
    let text = try written(
      Table(["k|", "l\\", "m", "n"], cells), by: MarkdownWriter(), as: "net.daringfireball.markdown"
    )
    let table = try read(text)
    #expect(names(table) == ["k|", "l\\", "m", "n"])
    #expect(try texts(of: table, in: .test()) == cells)
  }

  @Test("come back whatever stands around them", arguments: 0..<60)
  func random(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % count
    }
    let pieces = [
      "|", "|", "|", "\\", "\\|", "-", " ", "\n", "\n|", "a", "1", "#", "`", ">", "é", "<br>", ":-",
      "\r\n",
    ]
    for _ in 0..<50 {
      var text = "|a|\(random(2) == 0 ? "b" : "")|\n|--|--|\n"
      for _ in 0..<random(60) { text += pieces[random(pieces.count)] }
      let table = try read(text)
      let rows = try texts(of: table, in: .test())
      let again = try read(
        try written(table, by: MarkdownWriter(), as: "net.daringfireball.markdown"))
      let widest = again.columns.count
      let padded = rows.map { $0 + Array(repeating: "", count: widest - $0.count) }
      #expect(try texts(of: again, in: .test()) == padded, "\(text)")
      #expect(again.rowCount == rows.count)
    }
  }

  @Test("larger than a piece are read in pieces, and from any of their marks")
  func large() throws {
    let rows = (1...60_000).map { "| \($0) | a\\|\($0) |" }.joined(separator: "\n")
    let table = try read("| n | t |\n|---|---|\n\(rows)\n\nend | x\n")
    #expect(table.rowCount == 60_000)
    var number = 0
    var marks: [RowMark] = []
    try table.forEachBatch(in: .test()) { batch in
      if let mark = batch.mark { marks.append(mark) }
      for row in 0..<batch.rowCount {
        number += 1
        #expect(batch.number(ofRow: row) == number)
        let cells = batch.cells[batch.row(row)].map {
          String(decoding: batch.text(of: $0))
        }
        if cells != ["\(number)", "a|\(number)"] { Issue.record("row \(number) is \(cells)") }
      }
      return true
    }
    #expect(number == 60_000)
    #expect(marks.count > 3)
    let mark = try #require(marks.last)
    let source = try table.content.rows(from: mark, in: .test())
    let batch = RowBatch()
    #expect(try source.claim(batch))
    try source.split(batch)
    #expect(batch.number(ofRow: 0) == mark.row)
    let first = String(decoding: batch.text(of: batch.cells[0]))
    #expect(first == "\(mark.row)")
  }

  /// A backslash takes its meaning from punctuation (CommonMark, 2.4), but not in code.
  @Test(
    "are read without their escapes",
    arguments: [
      ("\\*x\\*", "*x*"), ("\\a", "\\a"), ("`\\*`", "`\\*`"), ("`a\\|b`", "`a|b`"), ("`\\*", "`*"),
      ("``\\*`\\***``\\*", "``\\*`\\***``*"), ("\\``\\*`", "``\\*`"),
      ("\\&amp;", "&amp;"), ("*x*", "*x*"), ("\\", "\\"),
    ])
  func escapes(source: String, text: String) throws {
    let table = try read("| a | b |\n|---|---|\n| \(source) | x |\n")
    #expect(try texts(of: table, in: .test()) == [[text, "x"]])
  }
}
