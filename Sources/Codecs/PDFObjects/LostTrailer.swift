import ConverterCore

extension PDFFile {
  /// Opens a file whose trailer is lost, as it was cut off, or leads to no catalogue: by a trailer of its own that
  /// leads to the last catalogue in it.
  ///
  /// - Returns: `nil` where there is none, and for a file that may be encrypted: its key went with the trailer.
  convenience init?(withoutTrailer bytes: FileBytes, limits: Limits) throws(ConversionError) {
    guard let catalogue = bytes.lastCatalogue, bytes.first("/Encrypt", in: 0..<bytes.count) == nil
    else { return nil }
    try limits.check(.memory, bytes.count, for: "repairing the file")
    let trailer = "\ntrailer\n<< /Size 1 /Root \(catalogue) R >>\nstartxref\n0\n%%EOF\n"
    // qpdf takes the first that it finds.
    let whole = FileBytes(
      bytes, with: UInt8(ascii: "T"), at: bytes.places(of: "trailer"), adding: Array(trailer.utf8))
    do throws(ConversionError) {
      try self.init(reading: whole, password: nil)
    } catch {
      return nil
    }
  }
}

extension FileBytes {
  /// How far before its type a catalogue may begin.
  private static let mostBefore = 1 << 12

  /// More are not looked at, as each takes a search before it.
  private static let mostCatalogues = 1000

  /// The numbers of the last object that says it is a catalogue: "12 0".
  fileprivate var lastCatalogue: String? {
    for place in places(of: "/Catalog").reversed().prefix(Self.mostCatalogues) {
      if let object = last(" obj", in: max(0, place - Self.mostBefore)..<place),
        let numbers = numbers(before: object)
      {
        return numbers
      }
    }
    return nil
  }

  private func numbers(before end: Int) -> String? {
    var start = end
    while start > max(0, end - 16), 0x30...0x39 ~= self[start - 1] || self[start - 1] == 0x20 {
      start -= 1
    }
    let words = (start..<end).map { self[$0] }.split(separator: 0x20)
      .map { String(decoding: $0, as: UTF8.self) }
    return words.count == 2 ? words.joined(separator: " ") : nil
  }
}
