import ConverterCore
import PDFObjects
import PagedDocumentModel
import PictureModel

/// An open PDF file behind the model.
final class PDFContent: DocumentContent {
  let input: InputFile
  /// What of it leads to pages, for files that are made of it.
  let structure: DocumentStructure

  private let monitor = Monitor(())
  /// Structures of the same file that nobody has borrowed; touched under the lock of `monitor`.
  private var free: [DocumentStructure]

  init(file: PDFFile, input: InputFile, limits: Limits = .standard) {
    self.input = input
    structure = DocumentStructure(file, limits: limits)
    free = [structure]
  }

  func picture(
    of page: DocumentPage, width: Int, height: Int, in context: ConversionContext
  ) throws(ConversionError) -> Picture? {
    let preview = try RenderablePage(page, of: self, in: context)
    return try preview.picture(width: width, height: height, in: context)
  }

  func words(
    of pages: [DocumentPage], in context: ConversionContext
  ) throws(ConversionError) -> [PageWords]? {
    try RenderablePages(pages, of: self, in: context).words(in: context)
  }

  func facts(in context: ConversionContext) throws(ConversionError) -> DocumentFacts {
    try PDFFacts(structure, in: context).facts()
  }

  /// The structure for the caller alone, until it is given back. A file belongs to one thread at a time: where
  /// several take parts of it, each gets one of its own.
  ///
  /// - Throws: what opening the file again throws.
  func borrow(in context: ConversionContext) throws(ConversionError) -> DocumentStructure {
    var known: DocumentStructure?
    monitor.withLock { _ in known = free.popLast() }
    if let known { return known }
    let again = try PDFFile(again: structure.file)
    return DocumentStructure(again, limits: structure.limits)
  }

  func giveBack(_ structure: DocumentStructure) {
    monitor.withLock { _ in free.append(structure) }
  }
}
