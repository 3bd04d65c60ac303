public import ConverterCore
public import TableModel

/// Writes tables as pipe tables (GitHub Flavored Markdown, section 4.10).
///
/// It goes over a table twice: once for the widths and to tell columns of numbers, once to write.
public struct MarkdownWriter: Writer {
  public typealias Options = MarkdownOptions

  public let name = "Markdown"
  public let types: [ContentType.ID] = [.markdown]

  public init() {}

  public func capabilities(for type: ContentType.ID, options: Options) -> Table.Capabilities {
    Table.Capabilities(holdsSeveralTables: true)
  }

  /// Where there are several tables, each has its title as a heading.
  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: ConversionContext
  ) throws(ConversionError) {
    let siblings = model.siblings
    guard !siblings.isEmpty else {
      return try write(model, to: output, options, in: context)
    }
    try output.write(heading(model.title ?? "1"))
    try write(model, to: output, options, in: context)
    for sibling in siblings {
      try context.checkpoint()
      try output.write([0x0A] + heading(sibling.name))
      try write(try sibling.open(), to: output, options, in: context)
    }
  }

  private func heading(_ title: String) -> [UInt8] {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ")
    return Array("## \(line)\n\n".utf8)
  }

  private func write(
    _ table: Table, to output: OutputFile, _ options: Options, in context: ConversionContext
  ) throws(ConversionError) {
    let survey = try TableSurvey(of: table, in: context) { PipeCell.appearance($0) }
    // Without columns there is no table.
    guard !survey.columns.isEmpty else { return }
    let lines = PipeLines(table, survey, isAligned: options.isAligned)
    let text = ByteBuffer()
    lines.addHeader(to: text)
    try output.write(text.bytes)
    try table.write(
      in: context, overhead: lines.width, { batch, buffer in lines.add(batch, to: buffer) },
      to: output)
    context.noteShapes(of: survey, in: "Markdown")
    if !table.hasHeader {
      context.note(
        "header", .added, why: "a table of Markdown must have one; its cells are empty")
    }
    if survey.changed.number > 0 {
      let count = survey.changed
      let cells =
        count.number == 1
        ? "a cell in row \(count.firstRow) has"
        : "\(count.number) cells, the first in row \(count.firstRow), have"
      context.note(
        "blanks", .changed,
        why: "\(cells) line breaks, written as <br>, or spaces at an end, which Markdown ignores")
    }
  }
}

extension ContentType.ID {
  static let markdown: Self = "net.daringfireball.markdown"
}
