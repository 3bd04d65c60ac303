import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel

/// A document whose pages may be taken out of it, as pictures or as text.
struct RenderableDocument {
  /// A form of it that poppler reads: one file that is not encrypted, with just its pages.
  struct File {
    let input: ToolInput
    /// For each page whether the file turns it by 90 or 270 degrees.
    let liesOnSide: [Bool]
  }

  private let document: PagedDocument
  private let context: ConversionContext

  /// - Parameter dpi: of pictures of its pages; `nil` where its text is read.
  /// - Throws: `unsupportedContent` where its author does not allow that.
  init(
    _ document: PagedDocument, dpi: Double?, in context: ConversionContext
  ) throws(ConversionError) {
    self.document = document
    self.context = context
    let sources = try OpenSources(of: document, in: context)
    defer { sources.giveBack() }
    try Restrictions(context: context).checkTaking(dpi: dpi, from: sources.documents)
  }

  /// Makes the file.
  func file() throws(ConversionError) -> File {
    let sources = try OpenSources(of: document, in: context)
    defer { sources.giveBack() }
    if sources.all.count == 1, let source = sources.all[0], source.file.isReadable,
      try source.structure.lostPages.isEmpty,
      document.pages == (try source.structure.allPages())
    {
      return File(
        input: try ToolInput(source.content.input, in: context),
        liesOnSide: try source.file.liesOnSide)
    }
    // What a file of these pages would lose, such as an outline, neither pictures nor text ever have.
    let own = WritingContext(context.forCompanion())
    let file = try PDFAssembly(document, of: sources, in: own).file()
    return File(input: try ToolInput(file, in: context), liesOnSide: try file.liesOnSide)
  }
}

extension PDFFile {
  /// Whether poppler reads the same pages out of the bytes of the file, without a password.
  var isReadable: Bool { !isEncrypted && partialEncryption == nil && repairs.isEmpty }

  /// For each page whether it is turned by 90 or 270 degrees.
  var liesOnSide: [Bool] {
    get throws(ConversionError) {
      var turns: [Bool] = []
      for index in 0..<(try pageCount) { turns.append(try page(index).rotation % 180 != 0) }
      return turns
    }
  }
}

extension ToolInput {
  /// A file as it is now, without its password.
  init(_ file: PDFFile, in context: ConversionContext) throws(ConversionError) {
    let copy = try context.scratch()
    // Compressed it would be smaller, and made and read more slowly.
    try file.write(
      to: copy,
      as: PDFLayout(encryption: .removed, compressesStreams: false, usesObjectStreams: false),
      in: context)
    try self.init(copy.reopened(), in: context)
  }
}
