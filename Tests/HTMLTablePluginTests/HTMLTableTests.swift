import ConverterCore
import TableModel
import TableTestSupport
import TestSupport
import Testing

@testable import HTMLTablePlugin

@Suite struct HTMLReadingTests {
  @Test func headerCaptionAndText() throws {
    let context = try Pages.context()
    let table = try Pages.read(
      """
      <!DOCTYPE html><html><head><title>no</title><style>td { }</style></head><body><h1>no</h1>
      <table><caption> The
        <b>caption</b></caption>
      <thead><tr><th>na<i>me</i><th>  a   b </th></tr></thead>
      <tbody><tr><td>x<script>var a = "<td>";</script>y</td><td>&lt;&amp;&eacute;&#x1F642;&nbsp;</td></tr>
      <tr><td>one<br>two<br/><br>four</td><td><p>p1</p><p>p2</p></td>
      <tr><td></td><td style="white-space: pre-wrap">  a
       b </td></tr>
      <tr><td>007<td><pre>
       c
      </pre></table> <p>after</p>
      """, in: context)
    #expect(table.title == "The caption")
    #expect(columnNames(of: table) == ["name", "a b"])
    #expect(table.hasHeader)
    #expect(
      try cellsWithKinds(of: table, in: context) == [
        ["text xy", "text <&é🙂\u{A0}"], ["text one\ntwo\n\nfour", "text p1\np2"],
        ["text ", "text   a\n b "], ["text 007", "text \n c\n"],
      ])
    #expect(table.rowCount == 4)
    #expect(context.warnings.isEmpty)
  }

  /// Without `th`, too.
  @Test func whatStandsInTheHeadIsTheHeader() throws {
    let context = try Pages.context()
    let table = try Pages.read(
      "<table><thead><tr><td>a<td>b</thead><tbody><tr><td>x<td>y</table>", in: context)
    #expect(table.hasHeader)
    #expect(columnNames(of: table) == ["a", "b"])
    #expect(try cellsWithKinds(of: table, in: context) == [["text x", "text y"]])
  }

  @Test func spansAreRepeated() throws {
    let context = try Pages.context()
    let table = try Pages.read(
      """
      <table><tr><th rowspan=2>city<th colspan=2>people</tr><tr><th>2010<th>2020</tr>
      <tr><td rowspan="3">B<td>1<td>2<tr><td colspan=2 rowspan=2>3<tr><tr><td>C<td><td rowspan=0>e
      <tr><td>D</table>
      """, in: context)
    #expect(columnNames(of: table) == ["city", "people 2010", "people 2020"])
    #expect(
      try cellsWithKinds(of: table, in: context) == [
        ["text B", "text 1", "text 2"], ["text B", "text 3", "text 3"],
        ["text B", "text 3", "text 3"], ["text C", "text ", "text e"],
        ["text D", "null ", "text e"],
      ])
  }

  @Test func spannedTextsAreThereOnceAndBounded() throws {
    let context = try Pages.context()
    func page(_ columns: Int) -> String {
      "<table><tr><td>a<td>b<tr><td colspan=\(columns)>" + String(repeating: "x", count: 300_000)
        + "<td></table>"
    }
    let table = try Pages.read(page(3), in: context)
    let batch = RowBatch()
    #expect(try table.content.rows(in: context).claim(batch))
    #expect(batch.cells[4...6].map(\.count) == [300_000, 300_000, 300_000])
    #expect(Set(batch.cells[4...6].map(\.start)).count == 1)
    let spanned = batch.text(of: batch.cells[6]).first
    #expect(spanned == UInt8(ascii: "x"))
    #expect(batch.cells[7] == Cell(start: batch.bytes.count, count: 0))
    // 300 MB of a page of 300 kB: 124 MB are allowed, 64 MiB and 200 times the page.
    let error = #expect(throws: ConversionError.self) {
      _ = try Pages.read(page(1000), in: context)
    }
    #expect(error?.limit?.name == "ratio" && error?.limit?.allowed == 200)
    var limits = Limits.standard
    limits.ratio = 1000
    let trusting = try Pages.context(limits: limits)
    let wide = try Pages.read(page(1000), in: trusting)
    let tooWide = #expect(throws: ConversionError.self) {
      try cellsWithKinds(of: wide, in: trusting)
    }
    #expect(tooWide?.limit?.name == "memory")
    let name = String(repeating: "x", count: 300_000)
    let header = "<table><tr><th colspan=1000>\(name)<tr><td>1</table>"
    let refused = #expect(throws: ConversionError.self) {
      _ = try Pages.read(header, in: context)
    }
    #expect(refused?.code == .limitExceeded)
  }

  @Test(arguments: [
    ("<p>x</p><table><tr><td>1</table>", ["text outside tables"]),
    ("<p><img src=y></p><table><tr><td>1</table>", ["pictures"]),
    ("<table><tr><td><a href=x>1</a><img src=y></table>", ["links", "pictures"]),
    ("<table><tr><td><a name=x>1</a><tr><td colspan=2>2</table>", ["merged cells"]),
    ("<title>x</title><table><caption>c</caption> <tr> <td>1</table>", []),
  ])
  func whatIsLeftOutIsNoted(page: String, expected: [String]) throws {
    let context = try Pages.context()
    _ = try Pages.read(page, in: context)
    #expect(context.ledger.map(\.what) == expected)
  }

  @Test func sectionsEndSpans() throws {
    let context = try Pages.context()
    let table = try Pages.read(
      """
      <table><tbody><tr><td rowspan=9>a<td>b</tbody><tbody><tr><td>c<td>d</tbody></table>
      """, in: context)
    #expect(!table.hasHeader)
    #expect(columnNames(of: table) == ["1", "2"])
    #expect(
      try cellsWithKinds(of: table, in: context) == [["text a", "text b"], ["text c", "text d"]])
  }

  @Test func severalAndNestedTables() throws {
    let page = """
      <table><tr><td>lay<table><caption>In/ner</caption><tr><th>a<th>b<tr><td>1<td>2</table>out</td></tr></table>
      <table><tr></tr></table><table><caption>last</caption><tr><td>x</table>
      """
    let context = try Pages.context()
    let table = try Pages.read(page, in: context)
    #expect(table.title == "In/ner")
    #expect(columnNames(of: table) == ["a", "b"])
    #expect(table.siblings.map(\.name) == ["1", "last"])
    let outer = try table.siblings[0].open()
    #expect(try cellsWithKinds(of: outer, in: context) == [["text lay\nout"]])
    for (name, cells) in [
      ("LAST", "text x"), ("4", "text x"), ("1", "text lay\nout"), ("In/ner", "text 1"),
    ] {
      let context = try Pages.context(table: name)
      let table = try Pages.read(page, in: context)
      #expect(try cellsWithKinds(of: table, in: context)[0][0] == cells)
      #expect(table.siblings.isEmpty)
    }
    let error = #expect(throws: ConversionError.self) {
      try Pages.read(page, in: Pages.context(table: "nope"))
    }
    #expect(error?.code == .usage)
    #expect(error?.message == "has no table \"nope\"; it has 1, 2 (In/ner), 4 (last)")
  }

  @Test func whatIsNotShown() throws {
    let context = try Pages.context()
    let table = try Pages.read(
      """
      <template><table><tr><td>t<td>t<tr><td>t<td>t</table></template>
      <noscript><table><tr><td>a<td>b<tr><td><select><option>o</select>c<td><!-- x -->d</table></noscript>
      """, in: context)
    #expect(
      try cellsWithKinds(of: table, in: context) == [["text a", "text b"], ["text c", "text d"]])
    #expect(table.siblings.isEmpty)
  }

  @Test func headersAsTheUserSays() throws {
    let page = "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>"
    let none = try Pages.context(headerLines: 0)
    #expect(try cellsWithKinds(of: Pages.read(page, in: none), in: none).count == 3)
    let two = try Pages.context(headerLines: 2)
    #expect(columnNames(of: try Pages.read(page, in: two)) == ["a 1", "b 2"])
    #expect(try cellsWithKinds(of: Pages.read(page, in: two), in: two) == [["text 3", "text 4"]])
  }

  @Test(arguments: [
    ("<meta charset=\"windows-1252\">", [0x80, 0xE4] as [UInt8], "€ä"),
    ("<meta charset=iso-8859-1>", [0x80, 0xE4], "€ä"), ("<meta charset=utf-8>", [0xC3, 0xA4], "ä"),
    ("<META http-equiv=Content-Type content='text/html; charset=Shift_JIS'>", [0x83, 0x65], "テ"),
    ("", [0xC3, 0xA4], "ä"), ("<meta charset=koi8-r>", [0xC1], "а"),
    ("<?xml version='1.0' encoding=\"windows-1251\"?>", [0xE0], "а"),
    ("<meta charset=utf-8>", [0x61, 0xFF, 0xC3, 0], "a\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{FEFF}<meta charset=koi8-r>", [0xC3, 0xA4], "ä"),
  ])
  func encodings(head: String, bytes: [UInt8], text: String) throws {
    let context = try Pages.context()
    let page = Array("\(head)<table><tr><td>".utf8) + bytes + Array("</table>".utf8)
    let table = try Pages.read(page, in: context)
    #expect(try cellsWithKinds(of: table, in: context) == [["text \(text)"]])
    #expect(context.warnings.isEmpty == !text.contains("\u{FFFD}"))
  }

  @Test func utf16AndWhatTheUserSays() throws {
    let context = try Pages.context()
    var wide: [UInt8] = [0xFE, 0xFF]
    for unit in "<table><tr><td>ä🙂</table>".utf16 { wide += [UInt8(unit >> 8), UInt8(unit & 255)] }
    #expect(try cellsWithKinds(of: Pages.read(wide, in: context), in: context) == [["text ä🙂"]])
    let said = try Pages.context(encoding: "cp437")
    let page = Array("<meta charset=utf-8><table><tr><td>".utf8) + [0x84]
    #expect(try cellsWithKinds(of: Pages.read(page, in: said), in: said) == [["text ä"]])
  }

  /// Characters, tags and entities are cut anywhere by the pieces that a page is read in.
  @Test func longPages() throws {
    let context = try Pages.context()
    let rows = (0..<5000).map { "<tr><td>\($0)<td title=\"ä>\">ä🙂&eacute;&lt; \($0)" }
    let table = try Pages.read("<table>" + rows.joined() + "</table>", in: context)
    #expect(
      try cellsWithKinds(of: table, in: context)
        == (0..<5000).map { ["text \($0)", "text ä🙂é< \($0)"] })
    let rows2 = try table.content.rows(in: context)
    let batch = RowBatch()
    #expect(try rows2.claim(batch))
    #expect(try rows2.claim(batch) == false || batch.mark != nil)
  }

  @Test(arguments: [
    (
      "<table><tr><td colspan=1000 rowspan=65534>x" + String(repeating: "<tr>", count: 20_000),
      ConversionError.Code.limitExceeded
    ),
    (
      "<table><tr>" + String(repeating: "<td colspan=99999999999999>", count: 20),
      .unsupportedContent
    ),
    (String(repeating: "<div>", count: 30_000), .unsupportedContent),
    ("<p>no table", .unsupportedContent),
    ("<table></table>", .unsupportedContent), ("<table><tr></table>", .unsupportedContent),
    (" ", .unsupportedContent),
  ])
  func hostilePages(page: String, code: ConversionError.Code) throws {
    let context = try Pages.context()
    let error = #expect(throws: ConversionError.self) {
      let table = try Pages.read(page, in: context)
      #expect(table.columns.isEmpty)
      _ = try cellsWithKinds(of: table, in: context)
    }
    #expect(error?.code == code)
  }

  @Test func truncatedAnywhere() throws {
    let context = try Pages.context()
    let page = Array(
      "<table><caption>c</caption><tr><th a='b'>x<td rowspan=2>&amp;<!-- - --><tr><td>ü</table>"
        .utf8)
    for count in 0..<page.count { _ = try? Pages.read(Array(page.prefix(count)), in: context) }
  }
}

@Suite struct HTMLWritingTests {
  @Test func aWholePage() throws {
    let context = try Pages.context()
    let page = try Pages.write(
      Table(
        title: "T & Co", columns: [Column("a"), Column("<b>")],
        content: MemoryRows(rows: [
          [("1.5", .text), ("x", .text)], [("2", .number), ("a\nb", .text)],
        ])),
      in: context)
    #expect(
      page.hasPrefix(
        "<!DOCTYPE html>\n<html>\n<meta charset=\"utf-8\">\n<title>T &amp; Co</title>\n"))
    #expect(
      page.contains(
        """
        <table>
        <caption>T &amp; Co</caption>
        <thead>
        <tr><th>a</th><th>&lt;b&gt;</th></tr>
        </thead>
        <tbody>
        <tr><td class=n>1.5</td><td>x</td></tr>
        <tr><td class=n>2</td><td style="white-space:pre-wrap">a
        b</td></tr>
        </tbody>
        </table>

        """))
  }

  @Test func textStaysAsItIs() throws {
    let context = try Pages.context()
    let texts = [
      "007", "2523,00", " x ", "a  b", "\"'<&>", "line\nline", "\n", "cr\r\nlf", "\ttab", "ä🙂", "",
      "&amp;", "<script>alert(1)</script>", "\u{A0}", "</td>", "a\u{2028}b", "\u{FEFF}x", "\u{7F}",
    ]
    let page = try Pages.write(
      Table(
        columns: [Column("a"), Column(" b\n")],
        content: MemoryRows(rows: texts.map { [($0, .text), ("x", .text)] })), in: context)
    let back = try Pages.read(page, in: context)
    #expect(columnNames(of: back) == ["a", " b\n"])
    #expect(try cellsWithKinds(of: back, in: context) == texts.map { ["text \($0)", "text x"] })
    #expect(context.ledger.isEmpty)
  }

  @Test func whatNoPageMayHave() throws {
    let context = try Pages.context()
    let page = try Pages.write(
      Table(
        columns: [Column("1")], hasHeader: false,
        content: MemoryRows(rows: [[("a\0\u{1B}b", .text)]])),
      in: context)
    #expect(page.contains("<td style=\"white-space:pre-wrap\">a\u{FFFD}\u{FFFD}b</td>"))
    #expect(!page.contains("<thead>"))
    #expect(context.ledger.map(\.what) == ["text"])
  }

  /// Blanks around numbers are text as any other.
  @Test func blanksAroundNumbersStay() throws {
    let context = try Pages.context()
    let texts = [" 12", "12 ", "  3.5  ", "-1"]
    let page = try Pages.write(
      Table(columns: [Column("n")], content: MemoryRows(rows: texts.map { [($0, .text)] })),
      in: context)
    #expect(page.contains("<td class=n style=\"white-space:pre-wrap\"> 12</td>"))
    #expect(page.contains("<td class=n>-1</td>"))
    let back = try Pages.read(page, in: context)
    #expect(try cellsWithKinds(of: back, in: context) == texts.map { ["text \($0)"] })
  }

  /// What another table of the page has is not said of this one.
  @Test(
    arguments: [("1", ["merged cells"]), ("2", ["links"]), ("3", ["pictures"]), ("4", [])]
      as [(String, [String])])
  func theLedgerIsOfTheTableChosen(table: String, words: [String]) throws {
    let page =
      "<table><tr><td colspan=2>1</table><table><tr><td><a href=x>1</a></table>"
      + "<table><tr><td>1<img src=y></table><table><tr><td>1</table>"
    let context = try Pages.context(table: table)
    _ = try Pages.read(page, in: context)
    #expect(context.ledger.map(\.what) == words)
  }
}
