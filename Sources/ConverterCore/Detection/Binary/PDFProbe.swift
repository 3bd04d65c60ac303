/// PDF behind something else: readers accept the header anywhere in the first 1,024 bytes.
enum PDFProbe: ContentProbe {
  static let types: [ContentType.ID] = ["com.adobe.pdf"]

  static func examine(_ sample: FileSample) -> [Finding] {
    guard let offset = sample.head.firstOffset(of: "%PDF-", in: 1..<1024) else { return [] }
    // Programs and mails hold the five letters too; a PDF ends with its own.
    guard let tail = try? sample.tail(1024), tail.firstOffset(of: "%%EOF", in: 0..<1024) != nil
    else { return [] }
    return [Finding(.signature, "com.adobe.pdf", 0.85, "has '%PDF-' at byte \(offset)")]
  }
}
