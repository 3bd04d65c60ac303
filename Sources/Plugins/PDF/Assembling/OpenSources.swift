import ConverterCore
import PDFObjects
import PagedDocumentModel

/// The files behind a document's sources, for the one thread that makes another file of them, until that is
/// written.
final class OpenSources {
  struct Source {
    let content: PDFContent
    let structure: DocumentStructure
    var file: PDFFile { structure.file }

    fileprivate func isSame(as other: Source) -> Bool {
      if let identity = content.input.identity, identity == other.content.input.identity {
        return true
      }
      return file.hasBytes(of: other.file)
    }
  }

  /// By the indices of the sources; `nil` for pictures.
  private(set) var all: [Source?] = []

  /// - Throws: `noRoute` for documents of another plugin; what opening a file again throws.
  init(of document: PagedDocument, in context: ConversionContext) throws(ConversionError) {
    do throws(ConversionError) {
      for source in document.sources {
        switch source.content {
        case .picture: all.append(nil)
        case .document(let content):
          guard let content = content as? PDFContent else {
            throw ConversionError(.noRoute, "pages of another format cannot become pages of a PDF")
          }
          let structure = try context.reading(input: source.input) { () throws(ConversionError) in
            try content.borrow(in: context)
          }
          all.append(Source(content: content, structure: structure))
        }
      }
    } catch {
      giveBack()
      throw error
    }
  }

  /// The first sources with the same bytes, by the indices of those that come again.
  var originals: [Int: Int] {
    var originals: [Int: Int] = [:]
    var known: [Int: [(index: Int, source: Source)]] = [:]
    for (index, source) in all.enumerated() {
      guard let source else { continue }
      let size = source.content.input.byteCount
      if let first = known[size]?.first(where: { $0.source.isSame(as: source) }) {
        originals[index] = first.index
      } else {
        known[size, default: []].append((index, source))
      }
    }
    return originals
  }

  var documents: [Source] { all.compactMap(\.self) }

  /// Lets other threads have the files.
  func giveBack() {
    for source in documents { source.content.giveBack(source.structure) }
    all = []
  }
}
