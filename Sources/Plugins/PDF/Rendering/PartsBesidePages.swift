import ConverterCore
import PDFObjects
import PagedDocumentModel

/// What a document has beside what its pages show, and what pages show that can be clicked or filled in: neither
/// pictures of the pages nor their text have it.
struct PartsBesidePages {
  /// What becomes of the document.
  enum Target {
    case pictures, text
  }

  static let ledgerWords = [
    "annotations", "attachments", "forms", "links", "metadata", "outline", "signatures",
  ]

  private let document: PagedDocument
  private let context: ConversionContext

  init(of document: PagedDocument, in context: ConversionContext) {
    self.document = document
    self.context = context
  }

  /// Says in the ledger what is left out.
  func note(for target: Target) throws(ConversionError) {
    let sources = try OpenSources(of: document, in: context)
    defer { sources.giveBack() }
    for (index, source) in sources.all.enumerated() {
      guard let file = source?.file else { continue }
      try DeepWork.run { () throws(ConversionError) in
        try noteWhole(file, for: target)
        try noteAnnotations(
          of: document.pages.filter { $0.source == index }.map(\.index), in: file, for: target)
      }
    }
  }

  private func noteWhole(_ file: PDFFile, for target: Target) throws(ConversionError) {
    let attachments = try PDFAttachments(of: file, in: context).attachments
    if !attachments.isEmpty {
      let names = attachments.prefix(5).map(\.name.printable).joined(separator: ", ")
      let more = attachments.count > 5 ? " and \(attachments.count - 5) more" : ""
      context.note("attachments", .dropped, why: "files that it carries: \(names)\(more)")
    }
    if file.root["/Outlines"]["/First"].isDictionary {
      context.note("outline", .dropped, why: "its headings lead to pages")
    }
    let info = file.trailer["/Info"]
    let described = ["Title", "Author", "Subject", "Keywords"].filter {
      info["/\($0)"].text?.isEmpty == false
    }
    if !described.isEmpty {
      let words = described.map { $0.lowercased() }.joined(separator: ", ")
      context.note("metadata", .dropped, why: "what the document says of itself: \(words)")
    }
    if target == .pictures, file.root["/AcroForm"]["/Fields"].count > 0 {
      context.note("forms", .dropped, why: "what was filled in is in the pictures; fields are gone")
    }
    if try Signatures(of: file, in: context).isSigned {
      context.note("signatures", .dropped, why: "they hold for the document alone")
    }
  }

  private func noteAnnotations(
    of pages: [Int], in file: PDFFile, for target: Target
  ) throws(ConversionError) {
    var hasLinks = false
    var hasComments = false
    for index in pages where !(hasLinks && hasComments) {
      try context.checkpoint()
      for annotation in try file.page(index)["/Annots"].items.prefix(10_000) {
        switch annotation["/Subtype"].name {
        case "/Link": hasLinks = true
        // Of attachments and fields it is said elsewhere; windows of notes go with these.
        case "/FileAttachment", "/Widget", "/Popup": break
        default: hasComments = true
        }
      }
    }
    if hasLinks { context.note("links", .dropped, why: "what they lead to is not in the result") }
    if hasComments {
      context.note(
        "annotations", .dropped,
        why: target == .pictures
          ? "they are in the pictures as far as they are drawn, and can no longer be opened"
          : "notes and marks are no text of the page")
    }
  }
}
