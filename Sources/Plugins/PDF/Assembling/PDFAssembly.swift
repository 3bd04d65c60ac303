import ConverterCore
import PDFObjects
import PagedDocumentModel

/// Makes one file of a document's pages, wherever they come from.
struct PDFAssembly {
  let document: PagedDocument
  let sources: OpenSources
  let options: PicturePageOptions
  /// The file whose passwords and permissions the result has.
  let keeper: PDFFile?
  let context: WritingContext
  /// What was recognised in pictures, for a file that is made a second time.
  private let words: KnownWords?

  /// - Parameters:
  ///   - sources: of the document; not to be given back before the file is written.
  ///   - mayRepeat: whether the file may be made a second time: the words in its pictures are kept for that.
  ///   - keeper: one of them, whose passwords and permissions the result has.
  init(
    _ document: PagedDocument, of sources: OpenSources,
    pictures options: PicturePageOptions = PicturePageOptions(), mayRepeat: Bool = false,
    encryptedAs keeper: PDFFile? = nil, in context: WritingContext
  ) {
    self.document = document
    self.sources = sources
    self.options = options
    self.keeper = keeper
    self.context = context
    words = mayRepeat ? KnownWords() : nil
  }

  /// The file, ready to be written: the source's own, where it is the only one and all of its pages stay as
  /// they are.
  func file() throws(ConversionError) -> PDFFile {
    if let file = try unchangedFile() { return file }
    guard !document.pages.isEmpty else {
      throw ConversionError(.usage, "no page is left: a PDF has at least one")
    }
    return try DeepWork.run { () throws(ConversionError) in try assembledFile() }
  }

  private func assembledFile() throws(ConversionError) -> PDFFile {
    let file = try AssembledFile(
      document, of: sources, pictures: options, encryptedAs: keeper, in: context)
    file.knownWords = words
    do throws(ConversionError) {
      try file.addPages()
      try file.joinAnnotations()
      try file.restoreSources()
    } catch {
      try file.restoreSources()
      throw error
    }
    try file.joinThreads()
    try file.joinDestinations()
    try file.joinForms()
    try file.joinAttachments()
    try file.settleLinks()
    try file.joinOutlines()
    try file.joinLabels()
    try file.joinTags()
    file.linkHeadingsToTags()
    try file.joinLayers()
    try file.joinCatalogues()
    // Whatever makes it smaller reads its pictures.
    try file.target.spool.settle(in: context.conversion)
    return file.target
  }

  /// Whether the source's own file is the result.
  var isWhole: Bool { get throws(ConversionError) { try unchangedFile() != nil } }

  private func unchangedFile() throws(ConversionError) -> PDFFile? {
    guard sources.all.count == 1, let source = sources.all[0],
      document.pages.count == (try source.file.pageCount),
      document.pages == (try source.structure.allPages())
    else { return nil }
    return source.file
  }
}
