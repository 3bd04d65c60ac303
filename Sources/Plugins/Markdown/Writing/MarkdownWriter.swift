public import ConverterCore
public import TableModel

/// Writes tables as pipe tables (GitHub Flavored Markdown, section 4.10).
///
/// It goes over a table twice: once for the widths and to tell columns of numbers, once to write.
public struct MarkdownWriter: Writer {
  public typealias Options = MarkdownOptions

  public let name = "Markdown"
  public let types: [ContentType.ID] = [.markdown]

  public let ledgerWords =
    ["blanks", "column names", "line breaks", "ragged rows"] + CellKinds.ledgerWords

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(for type: ContentType.ID, options: Options) -> Table.Capabilities {
    Table.Capabilities(holdsSeveralTables: true, holdsTitles: true)
  }

  public func announce(
    _ model: Table, as type: ContentType.ID, options: Options, in context: WritingContext
  ) throws(ConversionError) {
    try model.checkColumnsLineUp()
    guard model.hasHeader else {
      guard !model.columns.isEmpty else { return }
      return context.note(
        "header", .added, why: "a table of Markdown must have one; its cells are empty")
    }
    let isChanged = model.columns.contains {
      !PipeCell.appearance($0.name.span).changes.isEmpty
    }
    if isChanged {
      context.note(
        "column names", .changed,
        why: "line breaks in them are written as <br>, and spaces at an end mean nothing")
    }
  }

  /// Where there are several tables, each has its title as a heading.
  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let siblings = model.siblings
    guard !siblings.isEmpty else {
      if model.titleIsText, let title = model.title { try output.write(heading(title)) }
      return try write(model, type, to: output, options, in: context)
    }
    try output.write(heading(model.title ?? "1"))
    try write(model, type, to: output, options, in: context)
    for sibling in siblings {
      try context.checkpoint()
      try output.write([0x0A] + heading(sibling.name))
      try write(try sibling.open(), type, to: output, options, in: context)
    }
  }

  private func heading(_ title: String) -> [UInt8] {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ")
    return Array("## \(line)\n\n".utf8)
  }

  private func write(
    _ table: Table, _ type: ContentType.ID, to output: OutputFile, _ options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    try announce(table, as: type, options: options, in: context)
    let survey = try TableSurvey(of: table, in: context.conversion) { PipeCell.appearance($0) }
    // Without columns there is no table.
    guard !survey.columns.isEmpty else { return }
    let lines = PipeLines(table, survey, isAligned: options.isAligned)
    let text = ByteBuffer()
    lines.addHeader(to: text)
    try output.write(text.span)
    try table.write(
      in: context.conversion, overhead: lines.width,
      { batch, buffer in lines.add(batch, to: buffer) },
      to: output)
    context.conversion.noteShapes(of: survey, in: "Markdown")
    context.conversion.noteChanged("line breaks", survey.changed(.lineBreaks), ", written as <br>")
    context.conversion.noteChanged(
      "blanks", survey.changed(.blanks), " at an end, which Markdown ignores")
  }
}

extension ContentType.ID {
  static let markdown: Self = "net.daringfireball.markdown"
}
