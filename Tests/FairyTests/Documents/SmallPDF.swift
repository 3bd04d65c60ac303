/// A PDF of empty pages, written down by hand.
struct SmallPDF {
  /// How many pages; each is 400 × 600 points.
  var pages = 1
  /// Headings of the outline and the pages that they lead to, from 0.
  var headings: [(title: String, page: Int)] = []
  var isSigned = false
  /// Names of form fields.
  var fields: [String] = []

  var bytes: [UInt8] {
    var catalogue = "/Type /Catalog /Pages 2 0 R"
    var objects: [Int: String] = [:]
    let kids = (0..<pages).map { "\(100 + $0) 0 R" }.joined(separator: " ")
    objects[2] = "<< /Type /Pages /Count \(pages) /Kids [\(kids)] /MediaBox [0 0 400 600] >>"
    for page in 0..<pages { objects[100 + page] = "<< /Type /Page /Parent 2 0 R >>" }
    if !headings.isEmpty {
      catalogue += " /Outlines 3 0 R"
      let last = 3 + headings.count
      objects[3] =
        "<< /Type /Outlines /First 4 0 R /Last \(last) 0 R /Count \(headings.count) >>"
      for (index, heading) in headings.enumerated() {
        let next = index + 1 < headings.count ? "/Next \(5 + index) 0 R" : ""
        objects[4 + index] =
          "<< /Title (\(heading.title)) /Parent 3 0 R \(next) /Dest [\(100 + heading.page) 0 R /Fit] >>"
      }
    }
    if isSigned || !fields.isEmpty {
      let names = isSigned ? ["signature"] : fields
      let references = names.indices.map { "\(1000 + $0) 0 R" }.joined(separator: " ")
      catalogue += " /AcroForm << /Fields [\(references)] >>"
      let annotated = "<< /Type /Page /Parent 2 0 R /Annots [\(references)] >>"
      if pages > 0 { objects[100] = annotated }
      for (index, name) in names.enumerated() {
        let kind =
          isSigned
          ? "/FT /Sig /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] >>" : "/FT /Tx"
        objects[1000 + index] =
          "<< /Type /Annot /Subtype /Widget \(kind) /T (\(name)) /Rect [0 0 10 10] /P 100 0 R >>"
      }
    }
    objects[1] = "<< \(catalogue) >>"
    return Self.file(objects)
  }

  private static func file(_ objects: [Int: String]) -> [UInt8] {
    var text = "%PDF-1.7\n"
    let size = (objects.keys.max() ?? 0) + 1
    var table = "xref\n0 \(size)\n0000000000 65535 f \n"
    for number in 1..<size {
      guard let object = objects[number] else {
        table += "0000000000 00001 f \n"
        continue
      }
      table += "\("\(10_000_000_000 + text.utf8.count)".dropFirst()) 00000 n \n"
      text += "\(number) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    text += table + "trailer << /Size \(size) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }
}
