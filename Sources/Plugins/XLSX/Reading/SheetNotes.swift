import ConverterCore

/// What of a sheet a table cannot hold; each is said once.
struct SheetNotes {
  private var said: Set<String> = []

  mutating func dates(in context: ConversionContext) {
    say("dates", .changed, "numbers that the workbook shows as dates became ISO 8601", in: context)
  }

  mutating func numberFormat(
    _ code: String, of number: Span<UInt8>, _ row: Int, _ column: Int,
    in context: ConversionContext
  ) {
    guard !said.contains("number formats") else { return }
    say(
      "number formats", .dropped,
      "numbers are as the workbook stores them: \(Self.place(row, column)), "
        + "\(String(decoding: number)), is shown by the format "
        + TextWidth.cut(code.printable, to: 60), in: context)
  }

  private static func place(_ row: Int, _ column: Int) -> String {
    String(decoding: CellReference.letters(of: column), as: UTF8.self) + "\(row)"
  }

  mutating func mergedCells(in context: ConversionContext) {
    say("merged cells", .changed, "the value stands in the first of them", in: context)
  }

  /// - Parameter hasResult: whether the workbook keeps what came out when it was saved.
  mutating func formula(
    _ row: Int, _ column: Int, hasResult: Bool, in context: ConversionContext
  ) {
    guard !hasResult else {
      return say(
        "formulas", .dropped, "the results that the workbook keeps took their place", in: context)
    }
    say("formulas without results", .dropped, "their cells are empty", in: context)
    if said.insert("no result").inserted {
      let place = Self.place(row, column)
      context.warn(
        "the workbook keeps no results of formulas, in cell \(place) and perhaps in others, which are "
          + "empty here; a spreadsheet program computes them when it saves the file")
    }
  }

  private mutating func say(
    _ what: String, _ action: LedgerEntry.Action, _ why: String, in context: ConversionContext
  ) {
    if said.insert(what).inserted { context.note(what, action, why: why) }
  }
}
