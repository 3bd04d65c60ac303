import ConverterCore
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
          all.append(Source(content: content, structure: try content.borrow(in: context)))
        }
      }
    } catch {
      giveBack()
      throw error
    }
  }

  /// Whether one file is there several times.
  var hasEqualFiles: Bool {
    var known: [Int: [Source]] = [:]
    for source in documents {
      let size = source.content.input.byteCount
      if known[size, default: []].contains(where: { $0.isSame(as: source) }) { return true }
      known[size, default: []].append(source)
    }
    return false
  }

  var documents: [Source] { all.compactMap(\.self) }

  /// Lets other threads have the files.
  func giveBack() {
    for source in documents { source.content.giveBack(source.structure) }
    all = []
  }
}
