import ConverterCore
import Markup
import TableModel

/// Finds the tables of a page.
final class PageParser: MarkupEvents {
  /// In the order in which they begin.
  private var grids: [GridBuilder] = []
  let budget: CellBudget

  private let limits: Limits
  /// The tables that are open, the innermost last.
  private var open: [TableBuilder] = []
  private var depth = 0
  /// Elements that are open whose content is not shown.
  private var hidden = 0
  /// `pre` elements that are open.
  private var preformatted = 0

  // What stands beside the tables.
  private var hasPictures = false
  private var textBeside = TextBesideTables()

  /// libxml2 looks through all open elements for each that is closed.
  private static let mostDepth = 1000

  init(_ limits: Limits) {
    self.limits = limits
    budget = CellBudget(limits)
  }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    depth += 1
    guard depth <= Self.mostDepth else {
      throw ConversionError(
        .unsupportedContent,
        "the page has elements within elements, more than \(Self.mostDepth) deep")
    }
    if name.isOne(of: Self.hiddenNames) {
      hidden += 1
      return
    }
    guard hidden == 0 else { return }
    if name == "table" {
      try limits.check(.entries, grids.count + 1, for: "the list of tables")
      let grid = GridBuilder(number: grids.count + 1)
      grids.append(grid)
      open.append(TableBuilder(grid, budget))
      return
    }
    if name == "a" {
      if attributes["href"] != nil { open.last?.grid.hasLinks = true }
    } else if name.isOne(of: Self.pictureNames) {
      if let table = open.last { table.grid.hasPictures = true } else { hasPictures = true }
    }
    guard let table = open.last else { return }
    if name == "td" || name == "th" {
      try table.start(
        TableBuilder.OpenCell(
          columnSpan: attributes.number("colspan") ?? 1, rowSpan: attributes.number("rowspan") ?? 1,
          isHeader: name == "th",
          isPreserved: attributes.text("style").map(Self.keepsSpace) ?? false))
    } else if name == "tr" {
      try table.startRow()
    } else if name == "thead" || name == "tbody" || name == "tfoot" {
      try table.startSection(isHead: name == "thead")
    } else if name == "caption" {
      table.startCaption()
    } else if name == "br" {
      table.text.breakLine(isPreserved: isPreserved(in: table))
    } else if name == "pre" {
      preformatted += 1
      table.text.beginLine()
    } else if name.isOne(of: Self.blockNames) {
      table.text.beginLine()
    }
  }

  func end(_ name: ElementName) throws(ConversionError) {
    depth -= 1
    if name.isOne(of: Self.hiddenNames) {
      hidden = max(0, hidden - 1)
      return
    }
    guard hidden == 0 else { return }
    if name == "table" {
      guard let table = open.popLast() else { return }
      try table.end()
      try checkMemory()
      open.last?.text.beginLine()
      return
    }
    guard let table = open.last else { return }
    if name == "td" || name == "th" {
      try table.endCell()
    } else if name == "tr" {
      try table.endRow()
      try checkMemory(of: table.grid)
    } else if name == "thead" || name == "tbody" || name == "tfoot" {
      try table.startSection(isHead: false)
    } else if name == "caption" {
      table.endCaption()
    } else if name == "pre" {
      preformatted = max(0, preformatted - 1)
      table.text.beginLine()
    } else if name.isOne(of: Self.blockNames) {
      table.text.beginLine()
    }
  }

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard hidden == 0 else { return }
    guard let table = open.last, table.takesText else {
      return textBeside.add(outside: bytes)
    }
    textBeside.add(inside: bytes)
    table.text.append(bytes, isPreserved: isPreserved(in: table))
    try limits.check(.memory, table.text.bytes.count, for: "a cell of the page")
  }

  /// Ends the tables that the page leaves open.
  ///
  /// - Returns: all, in the order in which they begin.
  func finish() throws(ConversionError) -> [Grid] {
    while let table = open.popLast() { try table.end() }
    try checkMemory()
    return grids.map { $0.complete() }
  }

  /// Says in the ledger what of the page is in none of its tables.
  func note(in context: ReadingContext) {
    if hasPictures { context.note("pictures", .dropped, why: "cells hold text") }
    textBeside.note(of: "HTML", in: context)
  }

  /// Whether a style says `white-space: pre`, or another value that begins so.
  private static func keepsSpace(_ style: String) -> Bool {
    let wanted = "white-space:pre"
    // Compared byte by byte: no page should be slow because of what the language offers for this.
    var found = Array(wanted.utf8)[...]
    for byte in style.utf8 where byte != 0x20 {
      let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      if small != found.first { found = Array(wanted.utf8)[...] }
      if small == found.first { found = found.dropFirst() }
      if found.isEmpty { return true }
    }
    return false
  }

  private func isPreserved(in table: TableBuilder) -> Bool {
    preformatted > 0 || table.cell?.isPreserved ?? false
  }

  private func checkMemory() throws(ConversionError) {
    // Those that are closed do not grow: the last few say whether there may be too much.
    let cost = grids.count < 1000 ? grids.reduce(0) { $0 + $1.cost } : budget.byteCount * 16
    try limits.check(.memory, cost, for: "the tables of the page")
  }

  private func checkMemory(of grid: GridBuilder) throws(ConversionError) {
    try limits.check(.memory, grid.cost, for: "a table of the page")
  }

  private static let hiddenNames: [StaticString] = [
    "script", "style", "template", "head", "title", "select", "datalist",
  ]

  private static let pictureNames: [StaticString] = [
    "img", "svg", "picture", "video", "canvas", "object", "embed",
  ]

  private static let blockNames: [StaticString] = [
    "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "blockquote", "address", "article", "section", "header", "footer", "form", "fieldset",
    "figure", "figcaption", "main", "nav", "center", "details", "summary",
  ]
}
