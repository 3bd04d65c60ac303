import ConverterCore
import PagedDocumentModel
import PictureModel

/// An open PDF file behind the model.
final class PDFContent: DocumentContent {
  let file: PDFFile
  let input: InputFile
  /// What of it leads to pages, for files that are made of it.
  let structure: DocumentStructure

  init(file: PDFFile, input: InputFile, limits: Limits = .standard) {
    self.file = file
    self.input = input
    structure = DocumentStructure(file, limits: limits)
  }

  /// - Parameter source: the index of this file in its document.
  func pages(source: Int) throws(ConversionError) -> [DocumentPage] {
    var pages: [DocumentPage] = []
    for index in 0..<(try file.pageCount) {
      let page = try file.page(index)
      pages.append(DocumentPage(source: source, index: index, size: page.shownSize))
    }
    return pages
  }

  func picture(
    of page: DocumentPage, width: Int, height: Int, in context: ConversionContext
  ) throws(ConversionError) -> Picture? {
    let preview = try RenderablePage(page, of: self, in: context)
    return try preview.picture(width: width, height: height, in: context)
  }

  func facts(in context: ConversionContext) throws(ConversionError) -> DocumentFacts {
    try PDFFacts(structure, in: context).facts()
  }
}
