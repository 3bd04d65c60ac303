import Markup

/// The small parts of a workbook (ECMA-376 part 1, 18.2 and 18.8; part 2, 10).
enum WorkbookXML {
  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  static let packageRelationships =
    declaration + "<Relationships xmlns=\"\(package)/relationships\">"
    + "<Relationship Id=\"rId1\" Type=\"\(office)/officeDocument\" Target=\"xl/workbook.xml\"/>"
    + "</Relationships>"

  /// Style 0 is for all cells, style 1 for headers.
  static let styles =
    declaration + "<styleSheet xmlns=\"\(main)\"><fonts count=\"2\">"
    + "<font><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>"
    + "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font></fonts>"
    + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
    + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
    + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>"
    + "</cellStyleXfs><cellXfs count=\"2\">"
    + "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
    + "<xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/>"
    + "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/>"
    + "</cellStyles></styleSheet>"

  static func workbook(_ sheets: [String]) -> String {
    let list = sheets.enumerated().map { index, name in
      let name = MarkupText.escaped(name, isAttribute: true)
      return "<sheet name=\"\(name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>"
    }
    return declaration + "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\">"
      + "<bookViews><workbookView/></bookViews><sheets>\(list.joined())</sheets></workbook>"
  }

  static func relationships(_ sheetCount: Int) -> String {
    let list = (1...max(1, sheetCount)).map {
      "<Relationship Id=\"rId\($0)\" Type=\"\(office)/worksheet\" Target=\"worksheets/sheet\($0).xml\"/>"
    }
    return declaration + "<Relationships xmlns=\"\(package)/relationships\">\(list.joined())"
      + "<Relationship Id=\"rId\(sheetCount + 1)\" Type=\"\(office)/styles\" Target=\"styles.xml\"/>"
      + "</Relationships>"
  }

  static func contentTypes(_ sheetCount: Int) -> String {
    let list = (1...max(1, sheetCount)).map {
      "<Override PartName=\"/xl/worksheets/sheet\($0).xml\" ContentType=\"\(types).worksheet+xml\"/>"
    }
    return declaration + "<Types xmlns=\"\(package)/content-types\">"
      + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
      + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
      + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(types).sheet.main+xml\"/>"
      + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(types).styles+xml\"/>"
      + list.joined() + "</Types>"
  }
}
