import ConverterCore
import FairyLibrary

/// How a draft is to be saved, as a form says it.
struct SaveOrder: Sendable {
  let way: SaveWay
  let form: DocumentForm
  /// A new title; `nil` where it stays.
  let title: String?
  /// The served folder that copies go to; `nil` for none.
  let folder: String?
  let words: Words

  static let pageSizes = ["image", "a4", "letter"]

  /// - Throws: `usage`.
  init(_ form: Form, _ words: Words) throws(ConversionError) {
    self.words = words
    guard let way = SaveWay(rawValue: form["way"] ?? SaveWay.pdf.rawValue) else {
      throw ConversionError(.usage, "\"way\" is pdf, images, both or none")
    }
    self.way = way
    var made = DocumentForm()
    if let size = form["page"] { made.pageSize = size }
    if let preset = form["preset"] {
      guard DocumentForm.presets.contains(preset) else {
        throw ConversionError(
          .usage, "\"preset\" is one of \(DocumentForm.presets.joined(separator: ", "))")
      }
      made.preset = preset
    }
    if let languages = form["languages"] { made.languages = languages }
    self.form = made
    title = form["title"]
    folder = form["folder"]
  }

  /// Gives the document its new title.
  func describe(_ id: DocumentID, _ editor: LibraryEditor) throws(ConversionError) {
    guard let title, try editor.library.document(id).metadata().title != title else { return }
    try editor.describe(id) { $0.title = title }
  }

  /// The files that go to the folder: their paths in the folder of the document, and what they are called there.
  func files(of metadata: DocumentMetadata) -> [(path: String, name: String)] {
    let name = DocumentExport.fileName(of: metadata.title)
    var files: [(path: String, name: String)] = []
    if way.storesDocument { files.append(("output/document.pdf", "\(name).pdf")) }
    if way.storesImages {
      for (index, page) in metadata.pages.enumerated() {
        guard let picture = page.picture else { continue }
        let ending = picture.split(separator: ".").last ?? "jpg"
        let digits = String(index + 1)
        let number = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        files.append(("pages/\(picture)", "\(name)-\(number).\(ending)"))
      }
    }
    return files
  }
}
