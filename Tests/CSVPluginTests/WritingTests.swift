import ConverterCore
import TableModel
import TableTestSupport
import TestSupport
import Testing

@testable import CSVPlugin

/// Tables as delimited text.
@Suite struct WritingTests {
  private func written(
    _ rows: [[String]], columns: [String]? = nil,
    as type: ContentType.ID = "public.comma-separated-values-text",
    _ settings: [String: String] = [:]
  ) throws -> String {
    let columnCount = columns?.count ?? rows.first?.count ?? 1
    let table = Table(
      columns: columns.map { $0.map { Column($0) } }
        ?? (0..<columnCount).map { Column("\($0 + 1)") },
      hasHeader: columns != nil, content: FilledBatch(rows))
    let bytes = try table.written(
      by: CSVWriter(), as: type, set: settings, in: ConversionContext(registry: Registry()))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ([["a", "b"], ["1", " 2 "]], "a,b\n1, 2 \n"),
    ([["a,b", "c\"d"], ["e\nf", "g\rh"]], "\"a,b\",\"c\"\"d\"\n\"e\nf\",\"g\rh\"\n"),
    ([["\"", "\"\"", ";"]], "\"\"\"\",\"\"\"\"\"\",;\n"),
    ([["", ""]], ",\n"),
    ([["a"], [""], ["b"]], "a\n\"\"\nb\n"),
    ([["\u{FEFF}a", "\u{FEFF}"]], "\"\u{FEFF}a\",\u{FEFF}\n"),
    ([["sep=;", "b"]], "\"sep=;\",b\n"),
    ([["a", "b"], ["1"], ["1", "2", "3"]], "a,b\n1\n1,2,3\n"),
    ([["\u{0}", "é"]], "\u{0},é\n"),
    (
      [[String(repeating: "x", count: 100) + "\"" + String(repeating: "y", count: 33), "b"]],
      "\"" + String(repeating: "x", count: 100) + "\"\"" + String(repeating: "y", count: 33)
        + "\",b\n"
    ),
  ])
  func quotesWhatItMust(rows: [[String]], expected: String) throws {
    #expect(try written(rows) == expected)
  }

  @Test func theHeaderIsARow() throws {
    #expect(try written([["1", "2"]], columns: ["a", "b,c"]) == "a,\"b,c\"\n1,2\n")
    #expect(try written([["1"]], columns: [""]) == "\"\"\n1\n")
    #expect(try written([["1", "2"]], columns: ["a", "b"], ["header": "false"]) == "1,2\n")
  }

  @Test(arguments: [
    (["delimiter": "semicolon"], "a;b\n\"1;2\";3,4\n"),
    (["delimiter": "tab"], "a\tb\n1;2\t3,4\n"),
    (["delimiter": "pipe"], "a|b\n1;2|3,4\n"),
    (["delimiter": ";"], "a;b\n\"1;2\";3,4\n"),
    (["delimiter": "0x1f"], "a\u{1F}b\n1;2\u{1F}3,4\n"),
    (["quote": "all"], "\"a\",\"b\"\n\"1;2\",\"3,4\"\n"),
    (["line-ends": "crlf"], "a,b\r\n1;2,\"3,4\"\r\n"),
    (["bom": "true"], "\u{FEFF}a,b\n1;2,\"3,4\"\n"),
  ])
  func settings(settings: [String: String], expected: String) throws {
    #expect(try written([["a", "b"], ["1;2", "3,4"]], settings) == expected)
  }

  private func written(_ rows: [[String]], _ settings: [String: String]) throws -> String {
    try written(rows, as: "public.comma-separated-values-text", settings)
  }

  @Test func eachTypeHasItsDelimiter() throws {
    let rows = [["a", "b,c", "d\te", "f|g"]]
    #expect(
      try written(rows, as: "public.tab-separated-values-text") == "a\tb,c\t\"d\te\"\tf|g\n")
    #expect(try written(rows, as: "public.delimited-values-text") == "a|b,c|d\te|\"f|g\"\n")
  }

  @Test func wrongSettings() {
    for (key, value) in [
      ("delimiter", "xy"), ("delimiter", "double"), ("quote", "none"), ("line-ends", "cr"),
      ("bom", "1"),
    ] {
      var options = ConversionOptions()
      options.settings = [key: value]
      let error = #expect(throws: ConversionError.self) { try CSVWriterOptions(options) }
      #expect(error?.code == .usage)
    }
  }

  @Test func kindsAreText() throws {
    let batch: @Sendable (RowBatch) -> Void = { batch in
      batch.append("1.50", .number)
      batch.append("true", .boolean)
      batch.append("", .null)
      batch.append("[1,\"a\"]", .json)
      batch.endRow()
    }
    let table = Table(
      columns: ["a", "b", "c", "d"].map { Column($0) }, content: FilledBatch(batch))
    let output = try OutputFile(.memory)
    let context = ConversionContext(registry: Registry())
    try CSVWriter().write(
      table, as: "public.comma-separated-values-text", to: output,
      options: try CSVWriterOptions(ConversionOptions()), in: WritingContext(context))
    #expect(
      String(decoding: output.bytes, as: UTF8.self) == "a,b,c,d\n1.50,true,,\"[1,\"\"a\"\"]\"\n")
    #expect(context.ledger.map(\.what) == ["null", "nested values", "types"])
  }

  /// What is written is read as the same table, and written as the same bytes.
  @Test(
    arguments: TestSupport.Sample.present(["fixtures/others/csv", "csv"], name: \.self)
      .flatMap(TestSupport.Sample.files(in:)).filter { !$0.name.hasSuffix(".json") })
  func isStable(sample: TestSupport.Sample) throws {
    let type: ContentType.ID =
      sample.name.hasSuffix(".tsv")
      ? "public.tab-separated-values-text" : "public.comma-separated-values-text"
    let first = try Opened(try sample.bytes(), type: type)
    let once = try first.written()
    let second = try Opened(once, reading: .comma(header: first.table.hasHeader))
    #expect(try second.rows() == first.rows())
    #expect(try second.written() == once)
  }

  /// A cell for every size, with every odd byte somewhere, with and without vectors.
  @Test func plainIsTheSame() throws {
    let options = try CSVWriterOptions(ConversionOptions())
    let batch = RowBatch()
    for count in 0..<100 {
      for byte in ",\"\n\rx".utf8 {
        for place in [0, count / 2, count - 1] where place >= 0 {
          var cell = [UInt8](repeating: 0x61, count: count)
          if count > 0 { cell[place] = byte }
          batch.append(cell)
        }
      }
      batch.endRow()
    }
    let texts = [false, true].map { isPlain in
      let text = ByteBuffer()
      _ = DelimitedRowWriter(options, delimiter: 0x2C, isPlain: isPlain).write(batch, to: text)
      return Array(text.bytes)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count > 75_000)
  }

  @Test func randomTablesComeBack() throws {
    let letters = Array(",\"\n\r\t;|a ".utf8)
    var random = Seeded(state: 5)
    for round in 0..<300 {
      let columns = 1 + Int(random.next() % 4)
      let rows = (0..<(1 + Int(random.next() % 6))).map { _ in
        (0..<columns).map { _ in
          String(
            decoding: (0..<Int(random.next() % 6)).map { _ in
              letters[Int(random.next() % UInt64(letters.count))]
            }, as: UTF8.self)
        }
      }
      for type: ContentType.ID in CSVWriter().types {
        let text = try written(
          rows, as: type, round % 2 == 0 ? [:] : ["quote": "all", "line-ends": "crlf"])
        let again = try Opened(Array(text.utf8), type: type, reading: .comma(type, header: false))
        #expect(try again.rows() == rows, "\(text.debugDescription)")
      }
    }
  }
}

extension ReadingOptions {
  /// Text as fairy writes it.
  static func comma(
    _ type: ContentType.ID = "public.comma-separated-values-text", header: Bool
  ) -> ReadingOptions {
    var reading = ReadingOptions()
    reading.dialect.delimiter =
      type == "public.tab-separated-values-text"
      ? 0x09 : UInt8(ascii: type == "public.delimited-values-text" ? "|" : ",")
    reading.dialect.quote = .character(UInt8(ascii: "\""))
    reading.dialect.escape = TableDialect.Mark.none
    reading.dialect.headerLines = header ? 1 : 0
    reading.dialect.skippedLines = 0
    reading.dialect.footerLines = 0
    reading.encoding = "UTF-8"
    return reading
  }
}

extension FilledBatch {
  init(_ rows: [[String]]) {
    self.init { batch in
      for row in rows {
        for cell in row { batch.append(cell) }
        batch.endRow()
      }
    }
  }
}
