public import ConverterCore
internal import Markup
internal import Synchronization
internal import SystemPackage
public import TableModel

/// Writes a table as a small page that needs nothing else.
public struct HTMLTableWriter: Writer {
  public let name = "HTML"
  public let types: [ContentType.ID] = ["public.html"]

  public struct Options: WriterOptions {
    public static let descriptors: [OptionDescriptor] = []
    public init(_ options: ConversionOptions) throws(ConversionError) {}
  }

  public let ledgerWords = ["text"] + CellKinds.ledgerWords

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(for type: ContentType.ID, options: Options) -> Table.Capabilities {
    Table.Capabilities(holdsTitles: true)
  }

  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let title = model.title ?? output.destination.path?.stem ?? "Table"
    let cells = CellMarkup(context.conversion)
    try output.write(Array(head(of: model, title).utf8))
    if model.hasHeader {
      let header = ByteBuffer()
      header.append("<thead>\n<tr>" as StaticString)
      for column in model.columns {
        cells.append(column.name.span, as: "th", isNumber: false, to: header)
      }
      header.append("</tr>\n</thead>\n" as StaticString)
      try output.write(header.span)
    }
    try output.write(Array("<tbody>\n".utf8))
    let kinds = Mutex(CellKinds())
    try model.write(
      in: context.conversion,
      { (batch, text) throws(ConversionError) in
        let seen = cells.append(batch, to: text)
        kinds.withLock { $0.formUnion(seen) }
      }, to: output)
    try output.write(Array("</tbody>\n</table>\n".utf8))
    context.conversion.noteText(kinds.withLock { $0 }, in: "HTML")
  }

  private func head(of model: Table, _ title: String) -> String {
    let caption = model.title.map { "<caption>\(MarkupText.escaped($0))</caption>\n" } ?? ""
    return """
      <!DOCTYPE html>
      <html>
      <meta charset="utf-8">
      <title>\(MarkupText.escaped(title))</title>
      <style>
      body { font-family: sans-serif }
      table { border-collapse: collapse }
      caption { font-weight: bold; padding: 0.5em }
      th, td { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: left; vertical-align: top }
      thead th { background: #eee; position: sticky; top: 0 }
      td.n { text-align: right; font-variant-numeric: tabular-nums }
      </style>
      <table>
      \(caption)
      """
  }
}
