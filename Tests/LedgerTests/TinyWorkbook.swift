import TestSupport

/// Workbooks by hand, as small as the reader takes them.
enum TinyWorkbook {
  private typealias F = TableFeature
  private static let office =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// A workbook of one sheet.
  static func sheet(_ rows: [[String]]) -> [UInt8] {
    StoredZIP(book(["S": ("", worksheet(rows))])).bytes
  }

  /// A workbook with all that the table of features knows.
  static let everything: [UInt8] = {
    var files = book([
      "1": (
        "",
        worksheet(
          [["a", "b"], [F.cells.marker, "2"]],
          """
          <row r="3"><c r="A3"><f>LEN("\(F.formulas.marker)")</f><v>16</v></c></row>
          """, behind: "<mergeCells count=\"1\"><mergeCell ref=\"A4:B5\"/></mergeCells>")
      ),
      "2": ("", worksheet([["c"], [F.tables.marker]])),
      "3": (" state=\"hidden\"", worksheet([["d"], [F.hidden.marker]])),
      F.emptyTables.marker: ("", worksheet([])),
    ])
    files["xl/_rels/workbook.xml.rels"]?.replace(
      "</Relationships>",
      with: relationship("m", "vbaProject", "vbaProject.bin") + "</Relationships>")
    files["xl/vbaProject.bin"] = F.macros.marker
    files["xl/_rels/s1.xml.rels"] = relationships([
      relationship("c", "comments", "comments.xml"), relationship("d", "drawing", "drawing.xml"),
      relationship("h", "hyperlink", "https://\(F.links.marker).example"),
    ])
    files["xl/_rels/drawing.xml.rels"] = relationships([
      relationship("c", "chart", "chart.xml"), relationship("i", "image", "image.png"),
    ])
    files["xl/comments.xml"] = "<comments>\(F.comments.marker)</comments>"
    files["xl/drawing.xml"] = "<drawing/>"
    files["xl/chart.xml"] = "<chart>\(F.charts.marker)</chart>"
    files["xl/image.png"] = F.pictures.marker
    return StoredZIP(files).bytes
  }()

  private static func book(_ sheets: [String: (state: String, xml: String)]) -> [String: String] {
    let names = sheets.keys.sorted()
    var files = [
      "xl/workbook.xml": "<workbook xmlns:r=\"\(office)\"><sheets>"
        + names.enumerated().map { index, name in
          "<sheet name=\"\(name)\" sheetId=\"\(index + 1)\"\(sheets[name]?.state ?? "") r:id=\"s\(name)\"/>"
        }.joined() + "</sheets></workbook>",
      "xl/_rels/workbook.xml.rels": relationships(
        names.map { relationship("s\($0)", "worksheet", "s\($0).xml") }),
    ]
    for name in names { files["xl/s\(name).xml"] = sheets[name]?.xml }
    return files
  }

  private static func worksheet(
    _ rows: [[String]], _ further: String = "", behind: String = ""
  ) -> String {
    let data = rows.enumerated().map { index, cells in
      let row = index + 1
      let texts = cells.enumerated().map { column, text in
        let place = "\(["A", "B", "C"][column])\(row)"
        return "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
      }
      return "<row r=\"\(row)\">\(texts.joined())</row>"
    }
    return "<worksheet><sheetData>\(data.joined())\(further)</sheetData>\(behind)</worksheet>"
  }

  private static func relationships(_ all: [String]) -> String {
    "<Relationships>\(all.joined())</Relationships>"
  }

  private static func relationship(_ id: String, _ kind: String, _ target: String) -> String {
    "<Relationship Id=\"\(id)\" Type=\"\(office)/\(kind)\" Target=\"\(target)\"/>"
  }
}
