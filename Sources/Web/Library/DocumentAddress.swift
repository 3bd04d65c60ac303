import ConverterCore
import FairyLibrary
import Hummingbird
import SystemPackage

/// Where a document is, in addresses and to the broker.
struct DocumentAddress: Sendable {
  let id: DocumentID
  let isInTrash: Bool

  init(_ id: DocumentID, isInTrash: Bool = false) { (self.id, self.isInTrash) = (id, isInTrash) }

  /// The document that an address names.
  ///
  /// - Throws: `inputNotFound` for what is no identifier.
  init(_ context: WebContext, isInTrash: Bool = false) throws(ConversionError) {
    guard let id = context.parameters.get("id").flatMap({ DocumentID($0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    self.init(id, isInTrash: isInTrash)
  }

  /// `/library/3f2a…`
  var page: String { "\(isInTrash ? "/trash" : "/library")/\(id)" }

  /// A picture that is the same for ever: `key` changes with the document.
  func thumbnail(_ revision: Int) -> String { "\(page)/thumbnail/\(revision)" }

  /// The folder of the document, as the broker knows it.
  var folder: FilePath {
    FilePath(".library").appending(isInTrash ? "trash" : "documents").appending(id.description)
  }

  func picture(_ name: String) -> FilePath {
    folder.appending(DocumentFiles.pages.rawValue).appending(name)
  }

  /// The PDF, which has another name while a change of it is finished.
  func pdf(_ document: DocumentFolder, _ metadata: DocumentMetadata) -> FilePath {
    let name = document.path(of: .pdf, metadata).lastComponent?.string ?? ""
    return folder.appending("output").appending(name)
  }
}

extension DocumentMetadata {
  /// What a copy of its PDF is called.
  var fileName: String { DocumentExport.fileName(of: title) + ".pdf" }
}
