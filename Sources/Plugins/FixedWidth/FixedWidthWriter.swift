public import ConverterCore
public import TableModel

/// Writes a table as plain text whose columns all rows have in the same place.
///
/// It goes over the table twice: once for the widths, once to write. Columns that hold numbers alone are
/// aligned to the right; nothing stands behind the last cell of a row.
public struct FixedWidthWriter: Writer {
  public typealias Options = FixedWidthOptions

  public let name = "Fixed width"
  public let types: [ContentType.ID] = [.plainText]

  public let ledgerWords =
    ["column names", "control characters", "line breaks", "ragged rows"]
    + CellKinds.ledgerWords

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(for type: ContentType.ID, options: Options) -> Table.Capabilities {
    Table.Capabilities()
  }

  public func announce(
    _ model: Table, as type: ContentType.ID, options: Options, in context: WritingContext
  ) throws(ConversionError) {
    try model.checkColumnsLineUp()
    guard model.hasHeader else { return }
    let isChanged = model.columns.contains {
      !VisibleCell.appearance($0.name.span).changes.isEmpty
    }
    if isChanged {
      context.note(
        "column names", .changed, why: "control characters in them are written as \\n, \\x1B")
    }
  }

  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    try announce(model, as: type, options: options, in: context)
    let survey = try TableSurvey(of: model, in: context.conversion) { VisibleCell.appearance($0) }
    let lines = FixedWidthLines(model, survey, gap: options.gap)
    let text = ByteBuffer()
    if model.hasHeader, !lines.columns.isEmpty {
      lines.addHeader(to: text)
      if options.hasRuler { lines.addRuler(to: text) }
      try output.write(text.span)
    }
    let width = lines.columns.reduce(0) { $0 + $1.width + options.gap }
    try model.write(
      in: context.conversion, overhead: width, { batch, buffer in lines.add(batch, to: buffer) },
      to: output)
    context.conversion.noteShapes(of: survey, in: "plain text")
    context.conversion.noteChanged("line breaks", survey.changed(.lineBreaks), ", written as \\n")
    context.conversion.noteChanged(
      "control characters", survey.changed(.controls), ", written as \\t, \\x1B")
  }
}
