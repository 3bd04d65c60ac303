/// PDFs of text, written down by hand.
enum TextPDF {
  /// A page with lines of text; readers find its objects without a table of them.
  static func page(_ lines: [String], from top: Int) -> String {
    let shown = lines.map { "(\($0)) Tj 0 -30 Td" }.joined(separator: " ")
    let content = "BT /F1 20 Tf 60 \(top) Td \(shown) ET"
    return """
      %PDF-1.4
      1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
      2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
      3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> >> >> endobj
      4 0 obj << /Length \(content.utf8.count) >>
      stream
      \(content)
      endstream endobj
      5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
      trailer << /Size 6 /Root 1 0 R >>
      startxref
      0
      %%EOF

      """
  }
}
