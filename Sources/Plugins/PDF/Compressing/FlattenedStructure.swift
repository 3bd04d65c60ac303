import ConverterCore
import PDFObjects

/// What a file has beside its pages that means nothing once these are pictures.
struct FlattenedStructure {
  private let file: PDFFile
  private let context: ConversionContext

  init(of file: PDFFile, in context: ConversionContext) {
    self.file = file
    self.context = context
  }

  /// Takes it out, and says what it was.
  func drop() throws(ConversionError) {
    try dropAnnotations()
    let root = file.root
    if root["/AcroForm"]["/Fields"].count > 0 || root["/AcroForm"].has("/XFA") {
      context.note(
        "forms", .dropped, why: "what was filled in is in the pictures; fields are gone")
    }
    if root.has("/StructTreeRoot") {
      context.note("tags", .dropped, why: "pictures have no headings and paragraphs")
    }
    if root["/OCProperties"]["/OCGs"].count > 0 {
      context.note("layers", .dropped, why: "the pictures show those that were on")
    }
    // An intent, too, is for colours that are no longer there.
    for key in ["/AcroForm", "/StructTreeRoot", "/MarkInfo", "/OCProperties"] {
      root.removeKey(key)
    }
    if Conformance(of: file) != nil {
      try Conformance.dropClaims([.archiving, .accessibility], from: file)
      context.note("PDF/A", .dropped, why: "pages that are pictures do not follow it")
    }
  }

  /// What annotations look like is in the picture; of links nothing is, so that these stay.
  private func dropAnnotations() throws(ConversionError) {
    var dropped = 0
    for index in 0..<(try file.pageCount) {
      try context.checkpoint()
      let page = try file.page(index)
      let all = page["/Annots"].items
      let links = all.filter { $0["/Subtype"].name == "/Link" && !$0.has("/AP") }
      // Fields are said to go as such.
      dropped += all.count { $0["/Subtype"].name != "/Widget" } - links.count
      if links.isEmpty { page.removeKey("/Annots") } else { page["/Annots"] = file.array(links) }
      for link in links { link.removeKey("/StructParent") }
    }
    if dropped > 0 {
      context.note(
        "annotations", .dropped,
        why: "\(dropped) are in the pictures, and can no longer be opened or changed")
    }
  }
}
