public import ConverterCore

/// Workbooks of Excel (Office Open XML), as tables.
public enum XLSXPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > org.openxmlformats.openxml public.spreadsheet
        org.openxmlformats.spreadsheetml.sheet | Excel workbook | xlsx | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | excel
        org.openxmlformats.spreadsheetml.sheet.macroenabled | Excel workbook with macros | xlsm | application/vnd.ms-excel.sheet.macroenabled.12
        org.openxmlformats.spreadsheetml.template | Excel template | xltx xltm | application/vnd.openxmlformats-officedocument.spreadsheetml.template
        """)
    registry.add(
      OfficePackage(
        main: "xl/workbook", unless: "xl/workbook.bin", macros: "xl/vbaProject.bin", folder: "xl/",
        document: "org.openxmlformats.spreadsheetml.sheet",
        withMacros: "org.openxmlformats.spreadsheetml.sheet.macroenabled",
        templates: ["org.openxmlformats.spreadsheetml.template"]))
    try registry.add(XLSXReader())
    try registry.add(XLSXWriter())
  }

  public static let fuzzTargets = [FuzzTarget("xlsx", "org.openxmlformats.spreadsheetml.sheet")]
}
