internal import ArchiveModel
public import ConverterCore
internal import SystemPackage
public import TableModel

/// Writes tables as the sheets of a workbook (ECMA-376), through the writer of ZIP archives.
public struct XLSXWriter: Writer {
  public let name = "XLSX"
  public let types: [ContentType.ID] = ["org.openxmlformats.spreadsheetml.sheet"]

  public let ledgerWords = ["missing cells", "nested values", "numbers", "text"]

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: XLSXWriterOptions
  ) -> Table.Capabilities {
    Table.Capabilities(holdsSeveralTables: true, holdsTitles: true)
  }

  public func announce(
    _ model: Table, as type: ContentType.ID, options: XLSXWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    guard model.columns.count <= CellReference.mostColumns else { throw .tooManyColumns }
  }

  /// - Throws: `unsupportedContent` for more columns or longer texts than a sheet can hold; what reading rows
  ///   and writing throw.
  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: XLSXWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    guard let zip = context.registry.writer(for: "public.zip-archive") as? any Writer<Archive>
    else {
      throw ConversionError(
        .internalError, "no plugin writes the ZIP archive that a workbook is")
    }
    let tables = WorkbookTables(model, stem: output.destination.path?.stem)
    let parts = WorkbookParts(tables, options, in: context.conversion)
    do throws(ConversionError) {
      try Self.pack(parts, with: zip, to: output, in: context.conversion)
    } catch {
      // The archive's own error would speak of an entry, which nobody asked for.
      throw parts.failure ?? error
    }
  }

  private static func pack<W: Writer<Archive>>(
    _ parts: WorkbookParts, with zip: W, to output: OutputFile, in context: ConversionContext
  ) throws(ConversionError) {
    var options = ConversionOptions()
    // A password given is that of the source.
    options.settings = ["encryption": "none"]
    try zip.write(
      Archive(format: "XLSX", isOwn: true, content: .sequence(parts)), as: "public.zip-archive",
      to: output, options: try W.Options(options), in: WritingContext(context))
  }
}
