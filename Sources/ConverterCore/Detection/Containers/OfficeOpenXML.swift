/// Office Open XML packages (ECMA-376 part 2): Word, Excel, PowerPoint and Visio.
enum OfficeOpenXML {
  private struct Family: Sendable {
    let main: StaticString
    let macros: StaticString
    let document: ContentType.ID
    let withMacros: ContentType.ID
    /// Told from the document by a compressed member only, so by the name here.
    let templates: [ContentType.ID]
  }

  static let types: [ContentType.ID] =
    families.flatMap { [$0.document, $0.withMacros] + $0.templates }

  private static let families = [
    Family(
      main: "word/document", macros: "word/vbaProject.bin",
      document: "org.openxmlformats.wordprocessingml.document",
      withMacros: "org.openxmlformats.wordprocessingml.document.macroenabled",
      templates: ["org.openxmlformats.wordprocessingml.template"]),
    // Before the XML workbook: it has the other name in the same folder.
    Family(
      main: "xl/workbook.bin", macros: "xl/workbook.bin",
      document: "com.microsoft.excel.sheet.binary.macroenabled",
      withMacros: "com.microsoft.excel.sheet.binary.macroenabled", templates: []),
    Family(
      main: "xl/workbook", macros: "xl/vbaProject.bin",
      document: "org.openxmlformats.spreadsheetml.sheet",
      withMacros: "org.openxmlformats.spreadsheetml.sheet.macroenabled",
      templates: ["org.openxmlformats.spreadsheetml.template"]),
    Family(
      main: "ppt/presentation", macros: "ppt/vbaProject.bin",
      document: "org.openxmlformats.presentationml.presentation",
      withMacros: "org.openxmlformats.presentationml.presentation.macroenabled",
      templates: [
        "org.openxmlformats.presentationml.slideshow",
        "org.openxmlformats.presentationml.template",
      ]),
    Family(
      main: "visio/document", macros: "visio/vbaProject.bin",
      document: "com.microsoft.visio.drawing", withMacros: "com.microsoft.visio.drawing",
      templates: []),
  ]

  static func finding(_ directory: ZIPDirectory) -> TypeFinding? {
    for family in families where directory.contains(prefix: family.main) {
      let hasMacros = directory.contains(family.macros)
      return TypeFinding(
        .container, hasMacros ? family.withMacros : family.document, 0.98,
        hasMacros ? "members \(family.main) and \(family.macros)" : "a member \(family.main)…"
      ).or(family.templates)
    }
    // A cut file may show the folder before its main part.
    let folders: [(StaticString, Int)] = [("word/", 0), ("xl/", 2), ("ppt/", 3), ("visio/", 4)]
    guard directory.contains("[Content_Types].xml") else { return nil }
    for (folder, family) in folders where directory.contains(prefix: folder) {
      return TypeFinding(
        .container, families[family].document, 0.9, "members [Content_Types].xml and \(folder)…"
      ).or([families[family].withMacros] + families[family].templates)
    }
    return nil
  }
}
