import CSVPlugin
import ConverterCore
import Foundation
import TableModel
import TableTestSupport
import TestSupport
import Testing

@testable import TableJSONPlugin

/// Tables as JSON, byte for byte.
@Suite struct TableJSONTests {
  private struct Written {
    let text: String
    let ledger: [LedgerEntry]
  }

  private func write(
    _ bytes: [UInt8], as type: ContentType.ID = "public.ndjson", header: Bool = true,
    threads: Int = 1, _ settings: [String: String] = [:]
  ) throws -> Written {
    var options = ConversionOptions()
    options.settings = settings
    options.reading.dialect.headerLines = header ? 1 : 0
    options.reading.dialect.delimiter = UInt8(ascii: ",")
    options.reading.dialect.quote = .character(UInt8(ascii: "\""))
    options.reading.dialect.skippedLines = 0
    options.reading.encoding = "UTF-8"
    let context = ConversionContext(
      registry: Registry(), reading: options.reading, threads: threads)
    let table = try CSVReader().read(
      InputFile(bytes: bytes), type: "public.comma-separated-values-text",
      in: ReadingContext(context))
    return try write(table, as: type, options, in: context)
  }

  private func write(
    _ table: Table, as type: ContentType.ID, _ options: ConversionOptions,
    in context: ConversionContext
  ) throws -> Written {
    let output = try OutputFile(.memory)
    try TableJSONWriter().write(
      table, as: type, to: output, options: try TableJSONOptions(options),
      in: WritingContext(context))
    return Written(
      text: String(decoding: output.bytes, as: UTF8.self), ledger: context.ledger)
  }

  private func write(
    _ text: String, as type: ContentType.ID = "public.ndjson", header: Bool = true,
    _ settings: [String: String] = [:]
  ) throws -> String {
    try write(Array(text.utf8), as: type, header: header, settings).text
  }

  /// Of a table without rows the names of columns have no place in JSON.
  @Test(arguments: ["public.json", "public.ndjson"] as [ContentType.ID])
  func columnsWithoutRows(type: ContentType.ID) throws {
    let none = try write(Array("a,b\n".utf8), as: type)
    #expect(none.text == (type == "public.json" ? "[]\n" : ""))
    #expect(
      none.ledger == [
        LedgerEntry(
          "columns", .dropped,
          why: "there is no row, and in JSON rows alone have the names of columns")
      ])
    #expect(try write(Array("a,b\n1,2\n".utf8), as: type).ledger == [])
    #expect(try write(Array("".utf8), as: type, header: false).ledger == [])
  }

  @Test func shapes() throws {
    let text = "a,b\n1,x\n2,\"y\"\"z\"\n"
    #expect(try write(text) == "{\"a\":\"1\",\"b\":\"x\"}\n{\"a\":\"2\",\"b\":\"y\\\"z\"}\n")
    #expect(
      try write(text, as: "public.json")
        == "[\n{\"a\":\"1\",\"b\":\"x\"},\n{\"a\":\"2\",\"b\":\"y\\\"z\"}\n]\n")
    #expect(try write(text, header: false) == "[\"a\",\"b\"]\n[\"1\",\"x\"]\n[\"2\",\"y\\\"z\"]\n")
    #expect(
      try write(text, as: "public.json", header: false)
        == "[\n[\"a\",\"b\"],\n[\"1\",\"x\"],\n[\"2\",\"y\\\"z\"]\n]\n")
    #expect(try write("a,b\n") == "")
    #expect(try write("a,b\n", as: "public.json") == "[]\n")
  }

  /// Rows that are shorter or longer have keys of their own.
  @Test func sortedKeys() throws {
    let text = "b,c,a\n1,2,3\n4\n5,6,7,8\n9,10,11\n"
    #expect(
      try write(text, ["sort-keys": "true"]) == #"""
        {"a":"3","b":"1","c":"2"}
        {"b":"4"}
        {"a":"7","b":"5","c":"6","column_4":"8"}
        {"a":"11","b":"9","c":"10"}

        """#)
    let plain = try write(Array(text.utf8)),
      sorted = try write(
        Array(text.utf8), ["sort-keys": "true"])
    #expect(sorted.ledger == plain.ledger)
    #expect(
      try write("b,a\n1,2\n", as: "public.json", ["sort-keys": "true", "indent": "16"]).count
        == "[\n{\n\"a\": \"2\",\n\"b\": \"1\"\n}\n]\n".count + 16 * 2 + 32 * 2)
  }

  @Test func indents() throws {
    let text = "a,b\n1,2\n3,4\n"
    #expect(
      try write(text, as: "public.json", ["indent": "compact"])
        == "[{\"a\":\"1\",\"b\":\"2\"},{\"a\":\"3\",\"b\":\"4\"}]\n")
    #expect(
      try write(text, as: "public.json", ["indent": "2"])
        == """
        [
          {
            "a": "1",
            "b": "2"
          },
          {
            "a": "3",
            "b": "4"
          }
        ]

        """)
    #expect(
      try write("a,b\n1,2\n", as: "public.json", header: false, ["indent": "tab"])
        == "[\n\t[\n\t\t\"a\",\n\t\t\"b\"\n\t],\n\t[\n\t\t\"1\",\n\t\t\"2\"\n\t]\n]\n")
    #expect(try write("a,b\n", as: "public.json", ["indent": "2"]) == "[]\n")
    #expect(try write("a,b\n", as: "public.json", ["indent": "compact"]) == "[]\n")
    // NDJSON has one shape.
    #expect(try write(text, ["indent": "4"]) == (try write(text)))
  }

  @Test func escapes() throws {
    let all = (0..<0x20).map { String(UnicodeScalar(UInt8($0))) }.joined()
    let quoted = "\"" + all + "\\/\u{7F}é😀\""
    #expect(
      try write("a,b\n\(quoted),\n")
        == #"{"a":"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e"#
        + #"\u001f\\/"# + "\u{7F}é😀\",\"b\":\"\"}\n")
    #expect(
      try write("é,b\né😀\u{FFFF},\n", ["ascii": "true"])
        == #"{"\u00e9":"\u00e9\ud83d\ude00\uffff","b":""}"# + "\n")
  }

  /// A character that must be escaped, at every place of long and short values.
  @Test func escapesAnywhere() throws {
    for count in 1...70 {
      for place in 0..<count {
        var value = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        value[place] = UInt8(ascii: "\\")
        let expected = String(decoding: value, as: UTF8.self).replacing("\\", with: "\\\\")
        let written = try write([0x61, 0x2C, 0x62, 0x0A] + value + Array(",1\n".utf8)).text
        #expect(written == "{\"a\":\"\(expected)\",\"b\":\"1\"}\n")
      }
    }
  }

  @Test(arguments: [
    ("1", "1"), ("0", "0"), ("-1", "-1"), ("1.50", "1.50"), ("1e5", "1e5"), ("1E+5", "1E+5"),
    ("123456789012345", "123456789012345"), ("-0.000000000000001", "\"-0.000000000000001\""),
    ("1234567890123456", "\"1234567890123456\""), ("01", "\"01\""), ("+1", "\"+1\""),
    ("1.", "\"1.\""), (".5", "\".5\""), ("1e", "\"1e\""), ("1e+", "\"1e+\""), ("-", "\"-\""),
    ("1e400", "\"1e400\""), ("1 ", "\"1 \""), ("0x1", "\"0x1\""), ("--1", "\"--1\""),
    ("NaN", "\"NaN\""), ("true", "true"), ("false", "false"), ("True", "\"True\""),
    ("", "null"), ("null", "\"null\""), ("1.2.3", "\"1.2.3\""), ("2022-01-02", "\"2022-01-02\""),
  ])
  func infersTypes(value: String, expected: String) throws {
    #expect(
      try write("a,b\n\(value),x\n", ["types": "infer"]) == "{\"a\":\(expected),\"b\":\"x\"}\n")
    #expect(try write("a,b\n\(value),x\n") == "{\"a\":\"\(value)\",\"b\":\"x\"}\n")
  }

  @Test func namesThatRepeat() throws {
    let written = try write(Array("a,a,,a_2,a,column_9\n1,2,3,4,5,6,7,8\n1\n".utf8))
    #expect(
      written.text
        == #"{"a":"1","a_3":"2","column_2_3":"3","a_2":"4","a_4":"5","column_9":"6","column_2_7":"7","#
        + #""column_2_8":"8"}"# + "\n" + #"{"a":"1"}"# + "\n")
    #expect(
      written.ledger == [
        LedgerEntry(
          "column names", .changed,
          why:
            "keys of an object must differ: column 2, \"a\", is now \"a_3\"; column 3, \"\", is now "
            + "\"column_2_3\"; column 5, \"a\", is now \"a_4\""),
        LedgerEntry(
          "cells without a column", .changed,
          why: "2 cells at the ends of rows got the key column_2_N, N being the column's number"),
        LedgerEntry(
          "missing cells", .kept,
          why: "rows lack 5 cells at their ends, whose keys are left out"),
      ])
  }

  @Test(arguments: [
    ([0x80], "\u{FFFD}"), ([0xC3], "\u{FFFD}"), ([0xC3, 0xA9], "é"),
    ([0xE2, 0x82], "\u{FFFD}"), ([0xE2, 0x28], "\u{FFFD}("),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
    ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
    ([0xF0, 0x9F, 0x98, 0x80, 0xE9], "😀\u{FFFD}"),
  ])
  func textThatIsNotUTF8(bytes: [UInt8], expected: String) throws {
    // As the standard library repairs it.
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    for place in [0, 30, 31, 60] {
      let filler = String(repeating: "é", count: place)
      let written = try write(Array("a,b\n\(filler)".utf8) + bytes + Array(",1\n".utf8))
      #expect(written.text == "{\"a\":\"\(filler)\(expected)\",\"b\":\"1\"}\n")
      let isBroken = expected.unicodeScalars.contains("\u{FFFD}")
      #expect(
        written.ledger
          == (isBroken
            ? [
              LedgerEntry(
                "text that is not UTF-8", .changed,
                why: "in 1 cell U+FFFD stands for bytes that are no character")
            ] : []))
    }
  }

  /// A cell for every size, with every odd byte somewhere, with and without vectors.
  @Test(arguments: [false, true]) func plainIsTheSame(isASCII: Bool) {
    let batch = RowBatch()
    for count in 0..<100 {
      for odd in ["\"", "\\", "\n", "é", "\u{1F}", "x"] {
        for place in [0, count / 2, count] {
          var cell = [UInt8](repeating: 0x61, count: count)
          cell.insert(contentsOf: odd.utf8, at: place)
          batch.append(cell)
        }
      }
      batch.endRow()
    }
    let texts = [false, true].map { isPlain in
      let rows = JSONRows(
        nil, columns: 18, .lines, infersTypes: false, isASCII: isASCII, isPlain: isPlain)
      let text = ByteBuffer()
      _ = rows.write(batch, to: text)
      return Array(text.bytes)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count > 90_000)
  }

  @Test func kindsAreWrittenBare() throws {
    let table = Table(
      columns: ["n", "t", "z", "j"].map { Column($0) },
      content: FilledBatch { batch in
        batch.append("1.50e3", .number)
        batch.append("true", .boolean)
        batch.append("", .null)
        batch.append("{\"a\":\n[1,\"é\"]}", .json)
        batch.endRow()
        batch.endRow()
      })
    var options = ConversionOptions()
    let context = ConversionContext(registry: Registry())
    #expect(
      try write(table, as: "public.ndjson", options, in: context).text
        == "{\"n\":1.50e3,\"t\":true,\"z\":null,\"j\":{\"a\": [1,\"é\"]}}\n{}\n")
    options.settings = ["ascii": "true"]
    #expect(
      try write(table, as: "public.ndjson", options, in: context).text
        == "{\"n\":1.50e3,\"t\":true,\"z\":null,\"j\":{\"a\": [1,\"\\u00e9\"]}}\n{}\n")
  }

  /// Rows that were objects are the same objects again, without keys that they did not have.
  @Test(arguments: [false, true])
  func missingKeysStayAway(isNested: Bool) throws {
    var columns = ["a", "b", "c"].map { Column($0) }
    if isNested {
      columns[0] = Column(Array("o.a".utf8), path: ["o", "a"].map { Array($0.utf8) })
      columns[2] = Column(Array("o.c".utf8), path: ["o", "c"].map { Array($0.utf8) })
    }
    let kinds: [[Cell.Kind]] = [
      [.number, .null, .text], [.missing, .missing, .number], [.missing, .text, .missing],
      [.json, .missing, .text], [.missing, .missing, .missing], [.missing, .number],
    ]
    let texts: [Cell.Kind: String] = [.number: "1", .text: "é\"", .json: "[\"é\"]"]
    let table = Table(
      columns: columns,
      content: FilledBatch { batch in
        for row in kinds {
          for kind in row { batch.append(texts[kind] ?? "", kind) }
          batch.endRow()
        }
      })
    let expected =
      isNested
      ? [
        #"{"o":{"a":1,"c":"é\""},"b":null}"#, #"{"o":{"c":1}}"#, #"{"b":"é\""}"#,
        #"{"o":{"a":["é"],"c":"é\""}}"#, "{}", #"{"b":1}"#,
      ]
      : [
        #"{"a":1,"b":null,"c":"é\""}"#, #"{"c":1}"#, #"{"b":"é\""}"#, #"{"a":["é"],"c":"é\""}"#,
        "{}", #"{"b":1}"#,
      ]
    let context = ConversionContext(registry: Registry())
    var options = ConversionOptions()
    let lines = expected.map { $0 + "\n" }.joined()
    #expect(try write(table, as: "public.ndjson", options, in: context).text == lines)
    options.settings = ["ascii": "true"]
    #expect(
      try write(table, as: "public.ndjson", options, in: context).text
        == lines.replacing("é", with: #"\u00e9"#))
  }

  /// As in rows without objects: a text is a number or nothing only where types are looked for.
  @Test(arguments: [(nil, ["\"12\"", "\"x\"", "\"\""]), ("infer", ["12", "\"x\"", "null"])])
  func textsWithinObjects(types: String?, expected: [String]) throws {
    let table = Table(
      columns: [Column(Array("o.a".utf8), path: ["o", "a"].map { Array($0.utf8) })],
      content: MemoryRows(rows: ["12", "x", ""].map { [($0, .text)] }))
    var options = ConversionOptions()
    options.settings["types"] = types
    let written = try write(
      table, as: "public.ndjson", options, in: ConversionContext(registry: Registry()))
    #expect(written.text == expected.map { "{\"o\":{\"a\":\($0)}}\n" }.joined())
  }

  /// Of rows that were objects, of objects within them, and of those in cells.
  @Test(arguments: [false, true])
  func keysAreSortedAtEveryLevel(isNested: Bool) throws {
    func column(_ keys: String...) -> Column {
      guard isNested, keys.count > 1 else { return Column(keys.joined(separator: ".")) }
      return Column(
        Array(keys.joined(separator: ".").utf8), path: keys.map { Array($0.utf8) })
    }
    let table = Table(
      columns: [column("z"), column("o", "c"), column("o", "a"), column("b")],
      content: FilledBatch { batch in
        batch.append("{\"y\": 1.0, \"x\": [{\"d\": \"\\u00e9\", \"c\": {}}]}", .json)
        for text in ["1", "2", "3"] { batch.append(text, .number) }
        batch.endRow()
        // What is no JSON stays as it is.
        batch.append("{\"y\":", .json)
        for kind in [Cell.Kind.missing, .null, .missing] { batch.append("", kind) }
        batch.endRow()
      })
    var options = ConversionOptions()
    options.settings = ["sort-keys": "true"]
    let context = ConversionContext(registry: Registry())
    let z = #""z":{"x":[{"c":{},"d":"\u00e9"}],"y":1.0}"#
    #expect(
      try write(table, as: "public.ndjson", options, in: context).text
        == (isNested
          ? #"{"b":3,"o":{"a":2,"c":1},"# + z + "}\n" + #"{"o":{"a":null},"z":{"y":}"# + "\n"
          : #"{"b":3,"o.a":2,"o.c":1,"# + z + "}\n" + #"{"o.a":null,"z":{"y":}"# + "\n"))
  }

  @Test func manyThreadsKeepTheOrder() throws {
    var text = "id,x\n"
    var expected = "["
    for row in 0..<100_000 {
      text += "\(row),\u{1}\n"
      expected += (row == 0 ? "" : ",") + "\n{\"id\":\"\(row)\",\"x\":\"\\u0001\"}"
    }
    let written = try write(Array(text.utf8), as: "public.json", threads: 4).text
    #expect(written == expected + "\n]\n")
  }

  /// Names that are far longer than the values.
  @Test func longNames() throws {
    let name = String(repeating: "n", count: 3000)
    let rows = String(repeating: ",\n", count: 500)
    let expected = String(repeating: "{\"\(name)\":\"\",\"b\":\"\"}\n", count: 500)
    #expect(try write("\(name),b\n\(rows)") == expected)
  }

  /// The JSON beside the fixtures is Python's.
  @Test(
    arguments: Sample.present(["fixtures/others/csv/rows", "csv/spectrum"], name: \.self)
      .flatMap(Sample.files(in:)).filter { $0.name.hasSuffix(".csv") })
  func isTheExpectedJSON(sample: Sample) throws {
    let text = try write(sample.bytes(), as: "public.json").text
    let values = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: String]]
    let expected = try JSONSerialization.jsonObject(
      with: Data(try Sample(sample.name.dropLast(4) + ".json").bytes()))
    if let expected = expected as? [[String: String]] {
      #expect(values == expected)
    } else {
      // The file beside location_coordinates.csv has its row alone, with another telephone number.
      var expected = try #require(expected as? [String: String])
      expected["Contact Phone Number"] = "2095257564"
      #expect(values == [expected])
    }
  }
}
