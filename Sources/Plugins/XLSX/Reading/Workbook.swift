import ConverterCore
import Markup

/// What a workbook says of itself, and what its sheets share.
final class Workbook: Sendable {
  struct Sheet: Sendable {
    let name: String
    let part: String
    let isHidden: Bool
  }

  let package: WorkbookPackage
  /// In the order of the tabs, hidden ones last.
  let sheets: [Sheet]
  /// Sheets of charts, macros and dialogs, which have no cells.
  let others: [String]
  let hasMacros: Bool
  let calendar: SerialDate.Calendar
  let styles: CellStyles
  let strings: SharedStrings

  init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    let package = try WorkbookPackage(input, in: context)
    let main =
      try package.relationships(of: "", in: context).first { $0.kind == "officeDocument" }?.target
      ?? "xl/workbook.xml"
    let events = WorkbookEvents()
    try package.parse(main, events, in: context)
    let relationships = try package.relationships(of: main, in: context)
    let targets = Dictionary(relationships.map { ($0.id, $0) }) { first, _ in first }
    var sheets: [Sheet] = []
    var others: [String] = []
    for (name, id, isHidden) in events.sheets {
      guard let target = targets[id] else {
        throw ConversionError(
          .damagedInput, "the workbook does not say where its sheet \(name.printable) is")
      }
      if target.kind == "worksheet" {
        sheets.append(Sheet(name: name, part: target.target, isHidden: isHidden))
      } else {
        others.append(name)
      }
    }
    self.package = package
    self.sheets = sheets.filter { !$0.isHidden } + sheets.filter(\.isHidden)
    self.others = others
    hasMacros = relationships.contains { $0.kind == "vbaProject" }
    calendar = events.calendar
    styles = try CellStyles(
      relationships.first { $0.kind == "styles" }?.target, of: package, in: context)
    strings = SharedStrings(
      relationships.first { $0.kind == "sharedStrings" }?.target, of: package)
  }

  /// The sheet that the user means: its name, or its number from 1.
  ///
  /// - Throws: `usage`, with the names there are.
  func sheet(named wanted: String) throws(ConversionError) -> Sheet {
    if let exact = sheets.first(where: { $0.name == wanted }) { return exact }
    let folded = wanted.lowercased()
    if let alike = sheets.first(where: { $0.name.lowercased() == folded }) { return alike }
    if let number = Int(wanted), sheets.indices.contains(number - 1) { return sheets[number - 1] }
    let names = sheets.prefix(20).map(\.name.printable).joined(separator: ", ")
    throw ConversionError(
      .usage,
      "has no sheet \"\(wanted.printable)\"; it has \(names)"
        + (sheets.count > 20 ? " and \(sheets.count - 20) more" : ""))
  }
}

private final class WorkbookEvents: MarkupEvents {
  private(set) var sheets: [(name: String, id: String, isHidden: Bool)] = []
  private(set) var calendar = SerialDate.Calendar.from1900

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    if name == "sheet" {
      let state = attributes.text("state")
      sheets.append(
        (
          attributes.text("name") ?? "", attributes.text("id") ?? "",
          state == "hidden" || state == "veryHidden"
        ))
    } else if name == "workbookPr", let value = attributes.text("date1904") {
      calendar = value == "1" || value == "true" ? .from1904 : .from1900
    }
  }

  func end(_ name: ElementName) throws(ConversionError) {}
  func text(_ bytes: Span<UInt8>) throws(ConversionError) {}
}
