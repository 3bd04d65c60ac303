import ConverterCore
import TestSupport

extension FormatRow {
  private typealias F = TableFeature

  private static func lacking(_ features: Feature...) -> [Feature] {
    Array(Set(F.all).subtracting(features))
  }

  private static func marked(_ feature: Feature) -> String { feature.marker }

  /// A database, made by a script.
  private static func database(_ name: String, _ features: [Feature], _ script: String) -> Sample {
    Sample(name, "sqlite", features) { folder, file in
      let program = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\n\(script)\nc.commit()"
      let result = try Program.run(
        "/usr/bin/env", ["python3", "-c", program, folder.file(file)])
      guard result.status == 0 else { throw ConversionError(.internalError, result.error) }
    }
  }

  /// Formats of tables.
  static let tables: [FormatRow] = [
    FormatRow(
      .table,
      [
        "public.comma-separated-values-text", "public.tab-separated-values-text",
        "public.delimited-values-text",
      ], lacks: lacking(F.cells, F.textOutside, F.repeatedNames),
      [
        Sample(
          "plain", "csv", [F.cells],
          text: "id,name\n1,\(marked(F.cells))\n2,x\n"),
        Sample(
          "preamble", "csv", [F.textOutside],
          text: "\(marked(F.textOutside)) of 2026\n\nid,name,size\n1,a,3\n2,b,4\n3,c,5\n"),
        Sample(
          "repeated-names", "csv", [F.repeatedNames],
          text: "id,name,name\n1,\(marked(F.repeatedNames))1,\(marked(F.repeatedNames))2\n"),
      ]),
    FormatRow(
      .table, ["net.daringfireball.markdown"],
      lacks: lacking(F.cells, F.textOutside, F.title, F.tables, F.repeatedNames),
      [
        Sample(
          "text", "md", [F.cells, F.textOutside],
          text: """
            \(marked(F.textOutside))

            | a | b |
            |---|---|
            | \(marked(F.cells)) | 2 |
            """),
        Sample(
          "several", "md", [F.tables, F.title],
          text: """
            ## \(marked(F.title))

            | a | b |
            |---|---|
            | 1 | 2 |

            ## Further

            | c | d |
            |---|---|
            | \(marked(F.tables)) | 2 |
            """),
        Sample(
          "repeated-names", "md", [F.repeatedNames],
          text: """
            | a | a |
            |---|---|
            | \(marked(F.repeatedNames))1 | \(marked(F.repeatedNames))2 |
            """),
      ]),
    FormatRow(
      .table, ["public.html"],
      lacks: lacking(
        F.cells, F.textOutside, F.title, F.tables, F.mergedCells, F.links, F.pictures,
        F.repeatedNames),
      [
        Sample(
          "page", "html",
          [F.cells, F.textOutside, F.title, F.tables, F.mergedCells, F.links, F.pictures],
          text: """
            <!DOCTYPE html><p>\(marked(F.textOutside))</p>
            <table><caption>\(marked(F.title))</caption><tr><th>a<th>b
            <tr><td>\(marked(F.cells))<td><a href="https://\(marked(F.links)).example">x</a>
            <tr><td colspan=2>wide <img src="\(marked(F.pictures)).png"></table>
            <table><tr><th>c<th>d<tr><td>\(marked(F.tables))<td>2</table>
            """),
        Sample(
          "repeated-names", "html", [F.repeatedNames],
          text: """
            <!DOCTYPE html><table><tr><th>a<th>a
            <tr><td>\(marked(F.repeatedNames))1<td>\(marked(F.repeatedNames))2</table>
            """),
      ]),
    FormatRow(
      .table, ["org.sqlite.sqlite3"],
      lacks: lacking(F.cells, F.tables, F.emptyTables, F.views, F.indexes),
      [
        database(
          "several", [F.cells, F.tables, F.views, F.indexes],
          """
          c.execute("create table a (x text, y text)")
          c.execute("insert into a values ('\(marked(F.cells))', '1')")
          c.execute("create table b (x text)")
          c.execute("insert into b values ('\(marked(F.tables))')")
          c.execute("create view \(marked(F.views)) as select 1")
          c.execute("create index \(marked(F.indexes)) on a (x)")
          """),
        database(
          "empty", [F.emptyTables],
          """
          c.execute("create table a (x text)")
          c.execute("insert into a values ('1')")
          c.execute("create table b (\(marked(F.emptyTables)) text)")
          """),
      ]),
    FormatRow(
      .table,
      [
        "org.openxmlformats.spreadsheetml.sheet",
        "org.openxmlformats.spreadsheetml.sheet.macroenabled",
        "org.openxmlformats.spreadsheetml.template",
      ],
      lacks: lacking(
        F.cells, F.tables, F.emptyTables, F.mergedCells, F.links, F.pictures, F.charts, F.hidden,
        F.formulas, F.comments, F.macros, F.repeatedNames),
      [
        Sample(
          "workbook", "xlsx",
          [
            F.cells, F.tables, F.mergedCells, F.links, F.pictures, F.charts, F.hidden, F.formulas,
            F.comments, F.macros, F.emptyTables,
          ]
        ) { TinyWorkbook.everything },
        Sample("repeated-names", "xlsx", [F.repeatedNames]) {
          TinyWorkbook.sheet([
            ["a", "a"], ["\(marked(F.repeatedNames))1", "\(marked(F.repeatedNames))2"],
          ])
        },
      ]),
  ]
}
