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

  public init() {}

  public func capabilities(for type: ContentType.ID, options: Options) -> Table.Capabilities {
    Table.Capabilities()
  }

  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: ConversionContext
  ) throws(ConversionError) {
    let survey = try TableSurvey(of: model, in: context) { VisibleCell.appearance($0) }
    let lines = FixedWidthLines(model, survey, gap: options.gap)
    let text = ByteBuffer()
    if model.hasHeader, !lines.columns.isEmpty {
      lines.addHeader(to: text)
      if options.hasRuler { lines.addRuler(to: text) }
      try output.write(text.bytes)
    }
    let width = lines.columns.reduce(0) { $0 + $1.width + options.gap }
    try model.write(
      in: context, overhead: width, { batch, buffer in lines.add(batch, to: buffer) }, to: output)
    context.noteShapes(of: survey, in: "plain text")
    if survey.changed.number > 0 {
      let count = survey.changed
      context.note(
        "line breaks", .changed,
        why: count.number == 1
          ? "a cell in row \(count.firstRow) has line breaks or control characters, written as \\n and the like"
          : "\(count.number) cells, the first in row \(count.firstRow), have line breaks or control "
            + "characters, written as \\n and the like")
    }
  }
}
