import TestSupport

extension FormatRow {
  private typealias F = DocumentFeature

  /// Formats of documents.
  static let documents: [FormatRow] = [
    FormatRow(
      .document, ["com.adobe.pdf"], lacks: [],
      [Sample("pages", "pdf", F.all, text: TinyDocument.everything)])
  ]
}

/// A document by hand with all that the table of features knows; readers repair that it has no table of objects.
enum TinyDocument {
  private typealias F = DocumentFeature

  static let everything: String = {
    let page = "BT /F1 12 Tf 20 100 Td (\(F.text.marker)) Tj ET q 20 0 0 20 20 20 cm /I Do Q"
    let objects = [
      """
      << /Type /Catalog /Pages 2 0 R /Outlines 6 0 R /AcroForm << /Fields [8 0 R] /DA (/F1 12 Tf) >>
      /Names << /EmbeddedFiles << /Names [(a.txt) 11 0 R] >> >> >>
      """,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      """
      << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> /XObject << /I 14 0 R >> >> /Annots [8 0 R 9 0 R 10 0 R] >>
      """,
      "<< /Length \(page.utf8.count) >>\nstream\n\(page)\nendstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
      "<< /Title (\(F.outline.marker)) /Parent 6 0 R /Dest [3 0 R /Fit] >>",
      """
      << /Type /Annot /Subtype /Widget /FT /Tx /T (field) /V (\(F.forms.marker)) /P 3 0 R
      /Rect [20 150 120 170] /DA (/F1 12 Tf) >>
      """,
      """
      << /Type /Annot /Subtype /Link /Rect [0 0 10 10] /P 3 0 R
      /A << /S /URI /URI (https://\(F.links.marker).example) >> >>
      """,
      "<< /Type /Annot /Subtype /Text /Contents (\(F.annotations.marker)) /P 3 0 R /Rect [50 50 60 60] >>",
      "<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 12 0 R >> >>",
      "<< /Type /EmbeddedFile /Length \(F.attachments.marker.utf8.count) >>\nstream\n\(F.attachments.marker)\nendstream",
      "<< /Title (\(F.metadata.marker)) >>",
      "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 1 >>\nstream\n0\nendstream",
    ]
    var file = "%PDF-1.7\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    return file
      + "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 13 0 R >>\nstartxref\n\(table)\n%%EOF\n"
  }()
}
