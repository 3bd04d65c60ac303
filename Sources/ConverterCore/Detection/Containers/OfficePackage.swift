/// A kind of Office Open XML packages (ECMA-376 part 2), known by the names of parts.
package struct OfficePackage: Sendable {
  private let main: StaticString
  private let other: StaticString?
  private let macros: StaticString
  private let folder: StaticString?
  private let document: ContentType.ID
  private let withMacros: ContentType.ID
  private let templates: [ContentType.ID]

  /// - Parameters:
  ///   - main: what the name of the main part begins with.
  ///   - other: a part that only another kind has, whose main part has such a name, too.
  ///   - macros: the part that programs are in.
  ///   - folder: where the parts are: of a cut file, perhaps no more is seen.
  ///   - document: what a package of the kind is.
  ///   - withMacros: what it is with programs in it.
  ///   - templates: told from the document by a compressed member only, so by the name here.
  package init(
    main: StaticString, unless other: StaticString? = nil, macros: StaticString,
    folder: StaticString?, document: ContentType.ID, withMacros: ContentType.ID,
    templates: [ContentType.ID] = []
  ) {
    (self.main, self.other, self.macros, self.folder) = (main, other, macros, folder)
    (self.document, self.withMacros, self.templates) = (document, withMacros, templates)
  }

  /// The types that are known by it.
  var types: [ContentType.ID] { [document, withMacros] + templates }

  fileprivate func finding(in directory: ZIPDirectory) -> TypeFinding? {
    let isOther = other.map { directory.contains($0) } ?? false
    guard directory.contains(prefix: main), !isOther else { return nil }
    let hasMacros = directory.contains(macros)
    return TypeFinding(
      .container, hasMacros ? withMacros : document, 0.98,
      hasMacros ? "members \(main) and \(macros)" : "a member \(main)…"
    ).or(templates)
  }

  /// A cut file may show the folder before its main part.
  fileprivate func finding(inCut directory: ZIPDirectory) -> TypeFinding? {
    guard let folder, directory.contains(prefix: folder) else { return nil }
    return TypeFinding(
      .container, document, 0.9, "members [Content_Types].xml and \(folder)…"
    ).or([withMacros] + templates)
  }
}

extension [OfficePackage] {
  /// What the first of them that fits makes of an archive.
  func finding(in directory: ZIPDirectory) -> TypeFinding? {
    if let finding = lazy.compactMap({ $0.finding(in: directory) }).first { return finding }
    guard directory.contains("[Content_Types].xml") else { return nil }
    return lazy.compactMap { $0.finding(inCut: directory) }.first
  }
}

extension OfficePackage {
  /// Word, PowerPoint, Visio, and binary workbooks, which no plugin brings.
  static let standard = [
    OfficePackage(
      main: "word/document", macros: "word/vbaProject.bin", folder: "word/",
      document: "org.openxmlformats.wordprocessingml.document",
      withMacros: "org.openxmlformats.wordprocessingml.document.macroenabled",
      templates: ["org.openxmlformats.wordprocessingml.template"]),
    OfficePackage(
      main: "xl/workbook.bin", macros: "xl/workbook.bin", folder: nil,
      document: "com.microsoft.excel.sheet.binary.macroenabled",
      withMacros: "com.microsoft.excel.sheet.binary.macroenabled"),
    OfficePackage(
      main: "ppt/presentation", macros: "ppt/vbaProject.bin", folder: "ppt/",
      document: "org.openxmlformats.presentationml.presentation",
      withMacros: "org.openxmlformats.presentationml.presentation.macroenabled",
      templates: [
        "org.openxmlformats.presentationml.slideshow",
        "org.openxmlformats.presentationml.template",
      ]),
    OfficePackage(
      main: "visio/document", macros: "visio/vbaProject.bin", folder: "visio/",
      document: "com.microsoft.visio.drawing", withMacros: "com.microsoft.visio.drawing"),
  ]
}
