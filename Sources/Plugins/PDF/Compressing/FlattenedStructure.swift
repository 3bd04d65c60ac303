import ConverterCore

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
      try Conformance.withdraw(from: file)
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

extension Conformance {
  /// What descriptions say of PDF/A and PDF/UA.
  private static let prefixes = ["pdfaid:", "pdfuaid:"].map { Array($0.utf8) }

  /// Has the description of a file no longer say that it follows PDF/A; the rest of it stays.
  static func withdraw(from file: PDFFile) throws(ConversionError) {
    let stream = file.root["/Metadata"]
    guard let bytes = try stream.data(.generalised) else { return }
    stream.replaceData(withoutClaims(bytes), filter: file.null, parameters: file.null)
    // A claim in a form that is not known is not left.
    if Conformance(of: file) != nil { file.root.removeKey("/Metadata") }
    try file.check()
  }

  /// Blanks stand in the place of attributes and elements, so that the padding stays what it is.
  static func withoutClaims(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var index = 0
    while index < bytes.count {
      guard let prefix = prefixes.first(where: { bytes[index...].starts(with: $0) }), index > 0
      else {
        index += 1
        continue
      }
      let end: Int? =
        bytes[index - 1] == UInt8(ascii: "<")
        ? endOfElement(bytes, index)
        : [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index - 1]) ? endOfAttribute(bytes, index) : nil
      guard let end else {
        index += prefix.count
        continue
      }
      let start = bytes[index - 1] == UInt8(ascii: "<") ? index - 1 : index
      for place in start..<end { bytes[place] = 0x20 }
      index = end
    }
    return bytes
  }

  /// Behind `</pdfaid:part>`.
  private static func endOfElement(_ bytes: [UInt8], _ start: Int) -> Int? {
    let name = bytes[start...].prefix { $0 != UInt8(ascii: ">") && $0 != 0x20 && $0 != 0x2F }
    let closing = Array("</".utf8) + name + Array(">".utf8)
    var place = start + name.count
    while place + closing.count <= bytes.count, place < start + 256 {
      if bytes[place...].starts(with: closing) { return place + closing.count }
      place += 1
    }
    return nil
  }

  /// Behind the quote that ends a value.
  private static func endOfAttribute(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard let sign = bytes[start...].prefix(64).firstIndex(of: UInt8(ascii: "=")),
      let quote = bytes[(sign + 1)...].prefix(8).firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let end = bytes[(quote + 1)...].prefix(64).firstIndex(of: bytes[quote])
    else { return nil }
    return end + 1
  }
}
