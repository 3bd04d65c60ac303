extension ContentTypeCatalog {
  /// Text documents, spreadsheets and presentations of office suites.
  static var office: [ContentType] {
    microsoftOffice + openDocument + otherOffice
  }

  private static var microsoftOffice: [ContentType] {
    [
      ContentType(
        "org.openxmlformats.openxml", "Office Open XML file", conformsTo: ["public.zip-archive"]),
      ContentType(
        "org.openxmlformats.wordprocessingml.document", "Word document",
        conformsTo: ["org.openxmlformats.openxml", "public.composite-content"],
        extensions: ["docx"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
        shortNames: ["word"]),
      ContentType(
        "org.openxmlformats.wordprocessingml.document.macroenabled", "Word document with macros",
        conformsTo: ["org.openxmlformats.openxml", "public.composite-content"],
        extensions: ["docm"], mediaTypes: ["application/vnd.ms-word.document.macroenabled.12"]),
      ContentType(
        "org.openxmlformats.wordprocessingml.template", "Word template",
        conformsTo: ["org.openxmlformats.openxml", "public.composite-content"],
        extensions: ["dotx", "dotm"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.template"]),
      ContentType(
        "org.openxmlformats.spreadsheetml.sheet", "Excel workbook",
        conformsTo: ["org.openxmlformats.openxml", "public.spreadsheet"],
        extensions: ["xlsx"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
        shortNames: ["excel"]),
      ContentType(
        "org.openxmlformats.spreadsheetml.sheet.macroenabled", "Excel workbook with macros",
        conformsTo: ["org.openxmlformats.openxml", "public.spreadsheet"],
        extensions: ["xlsm"], mediaTypes: ["application/vnd.ms-excel.sheet.macroenabled.12"]),
      ContentType(
        "com.microsoft.excel.sheet.binary.macroenabled", "binary Excel workbook",
        conformsTo: ["org.openxmlformats.openxml", "public.spreadsheet"],
        extensions: ["xlsb"], mediaTypes: ["application/vnd.ms-excel.sheet.binary.macroenabled.12"]
      ),
      ContentType(
        "org.openxmlformats.spreadsheetml.template", "Excel template",
        conformsTo: ["org.openxmlformats.openxml", "public.spreadsheet"],
        extensions: ["xltx", "xltm"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.template"]),
      ContentType(
        "org.openxmlformats.presentationml.presentation", "PowerPoint presentation",
        conformsTo: ["org.openxmlformats.openxml", "public.presentation"],
        extensions: ["pptx"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.presentationml.presentation"],
        shortNames: ["powerpoint"]),
      ContentType(
        "org.openxmlformats.presentationml.presentation.macroenabled",
        "PowerPoint presentation with macros",
        conformsTo: ["org.openxmlformats.openxml", "public.presentation"],
        extensions: ["pptm"],
        mediaTypes: ["application/vnd.ms-powerpoint.presentation.macroenabled.12"]),
      ContentType(
        "org.openxmlformats.presentationml.slideshow", "PowerPoint slide show",
        conformsTo: ["org.openxmlformats.openxml", "public.presentation"],
        extensions: ["ppsx", "ppsm"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.presentationml.slideshow"]),
      ContentType(
        "org.openxmlformats.presentationml.template", "PowerPoint template",
        conformsTo: ["org.openxmlformats.openxml", "public.presentation"],
        extensions: ["potx", "potm"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.presentationml.template"]),
      ContentType(
        "com.microsoft.visio.drawing", "Visio drawing",
        conformsTo: ["org.openxmlformats.openxml", "public.composite-content"],
        extensions: ["vsdx", "vsdm", "vstx"], mediaTypes: ["application/vnd.ms-visio.drawing"],
        shortNames: ["visio"]),
      ContentType("com.microsoft.compound-file", "OLE compound file"),
      ContentType(
        "com.microsoft.encrypted-office-package", "password-protected Office document",
        conformsTo: ["com.microsoft.compound-file"],
        extensions: [
          "docx", "xlsx", "pptx", "docm", "xlsm", "pptm", "dotx", "xltx", "potx", "ppsx", "xlsb",
        ]),
      ContentType(
        "com.microsoft.word.doc", "Word 97 document",
        conformsTo: ["com.microsoft.compound-file", "public.composite-content"],
        extensions: ["doc", "dot"], mediaTypes: ["application/msword"]),
      ContentType(
        "com.microsoft.excel.xls", "Excel 97 workbook",
        conformsTo: ["com.microsoft.compound-file", "public.spreadsheet"],
        extensions: ["xls", "xlt"], mediaTypes: ["application/vnd.ms-excel"]),
      ContentType(
        "com.microsoft.powerpoint.ppt", "PowerPoint 97 presentation",
        conformsTo: ["com.microsoft.compound-file", "public.presentation"],
        extensions: ["ppt", "pps", "pot"], mediaTypes: ["application/vnd.ms-powerpoint"]),
      ContentType(
        "com.microsoft.visio.vsd", "Visio 2003 drawing",
        conformsTo: ["com.microsoft.compound-file", "public.composite-content"],
        extensions: ["vsd", "vst"], mediaTypes: ["application/vnd.visio"]),
      ContentType(
        "com.microsoft.publisher.pub", "Publisher document",
        conformsTo: ["com.microsoft.compound-file", "public.composite-content"],
        extensions: ["pub"], mediaTypes: ["application/x-mspublisher"], shortNames: ["publisher"]),
      ContentType(
        "com.microsoft.project.mpp", "Project plan",
        conformsTo: ["com.microsoft.compound-file", "public.composite-content"],
        extensions: ["mpp"], mediaTypes: ["application/vnd.ms-project"]),
      ContentType(
        "com.microsoft.works.wps", "Works document",
        conformsTo: ["com.microsoft.compound-file", "public.composite-content"],
        extensions: ["wps"], mediaTypes: ["application/vnd.ms-works"]),
      ContentType(
        "com.microsoft.onenote.section", "OneNote section",
        conformsTo: ["public.composite-content"],
        extensions: ["one"], mediaTypes: ["application/onenote"], shortNames: ["onenote"]),
    ]
  }

  private static var openDocument: [ContentType] {
    [
      odf("text", "OpenDocument text", ["odt"], "public.composite-content"),
      odf("text-template", "OpenDocument text template", ["ott"], "public.composite-content"),
      odf("text-master", "OpenDocument master document", ["odm"], "public.composite-content"),
      odf("spreadsheet", "OpenDocument spreadsheet", ["ods"], "public.spreadsheet"),
      odf(
        "spreadsheet-template", "OpenDocument spreadsheet template", ["ots"], "public.spreadsheet"),
      odf("presentation", "OpenDocument presentation", ["odp"], "public.presentation"),
      odf(
        "presentation-template", "OpenDocument presentation template", ["otp"],
        "public.presentation"),
      odf("graphics", "OpenDocument drawing", ["odg"], "public.composite-content"),
      odf("formula", "OpenDocument formula", ["odf"], "public.composite-content"),
      odf("chart", "OpenDocument chart", ["odc"], "public.composite-content"),
      odf("base", "OpenDocument database", ["odb"], "public.database"),
      ContentType(
        "org.oasis-open.opendocument.flat", "flat OpenDocument file", conformsTo: ["public.xml"],
        extensions: ["fodt", "fods", "fodp", "fodg"]),
      ContentType(
        "org.openoffice.text", "OpenOffice 1 text",
        conformsTo: ["public.zip-archive", "public.composite-content"],
        extensions: ["sxw"], mediaTypes: ["application/vnd.sun.xml.writer"]),
      ContentType(
        "org.openoffice.spreadsheet", "OpenOffice 1 spreadsheet",
        conformsTo: ["public.zip-archive", "public.spreadsheet"],
        extensions: ["sxc"], mediaTypes: ["application/vnd.sun.xml.calc"]),
      ContentType(
        "org.openoffice.presentation", "OpenOffice 1 presentation",
        conformsTo: ["public.zip-archive", "public.presentation"],
        extensions: ["sxi"], mediaTypes: ["application/vnd.sun.xml.impress"]),
    ]
  }

  private static func odf(
    _ kind: String, _ name: String, _ extensions: [String], _ family: ContentType.ID
  ) -> ContentType {
    ContentType(
      .init(rawValue: "org.oasis-open.opendocument." + kind), name,
      conformsTo: ["public.zip-archive", family], extensions: extensions,
      mediaTypes: ["application/vnd.oasis.opendocument." + kind])
  }

  private static var otherOffice: [ContentType] {
    [
      ContentType(
        "com.apple.iwork", "iWork document",
        conformsTo: ["public.zip-archive", "public.composite-content"]),
      ContentType(
        "com.apple.iwork.pages.sffpages", "Pages document", conformsTo: ["com.apple.iwork"],
        extensions: ["pages"], mediaTypes: ["application/vnd.apple.pages"]),
      ContentType(
        "com.apple.iwork.numbers.sffnumbers", "Numbers spreadsheet",
        conformsTo: ["com.apple.iwork", "public.spreadsheet"],
        extensions: ["numbers"], mediaTypes: ["application/vnd.apple.numbers"]),
      ContentType(
        "com.apple.iwork.keynote.sffkey", "Keynote presentation",
        conformsTo: ["com.apple.iwork", "public.presentation"],
        extensions: ["key"], mediaTypes: ["application/vnd.apple.keynote"],
        shortNames: ["keynote"]),
      ContentType(
        "com.microsoft.excel.xml", "Excel 2003 XML workbook",
        conformsTo: ["public.xml", "public.spreadsheet"]),
      ContentType(
        "com.microsoft.word.wordml", "Word 2003 XML document",
        conformsTo: ["public.xml", "public.composite-content"]),
      ContentType(
        "org.gnumeric.spreadsheet", "Gnumeric spreadsheet",
        conformsTo: ["org.gnu.gnu-zip-archive", "public.spreadsheet"],
        extensions: ["gnumeric"], mediaTypes: ["application/x-gnumeric"]),
      ContentType(
        "com.lotus.wk1", "Lotus 1-2-3 worksheet", conformsTo: ["public.spreadsheet"],
        extensions: ["wk1", "wk3", "wk4", "123"], mediaTypes: ["application/vnd.lotus-1-2-3"],
        shortNames: ["lotus"]),
    ]
  }
}
