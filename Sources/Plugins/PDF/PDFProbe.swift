import ConverterCore

/// PDF behind something else: readers accept the header anywhere in the first 1,024 bytes.
enum PDFProbe: FileProbe {
  static let types: [ContentType.ID] = ["com.adobe.pdf"]

  static func examine(_ sample: FileSample) -> [TypeFinding] {
    guard let offset = sample.head.firstOffset(of: "%PDF-", in: 1..<1024) else { return [] }
    let observation = "has '%PDF-' at byte \(offset)"
    // Programs and mails hold the five letters too; a PDF ends with its own.
    if let tail = try? sample.tail(1024), tail.firstOffset(of: "%%EOF", in: 0..<1024) != nil {
      return [TypeFinding(.signature, "com.adobe.pdf", 0.85, observation)]
    }
    guard hasObject(behind: offset, in: sample.head) else { return [] }
    return [
      TypeFinding(
        .signature, "com.adobe.pdf", 0.8, "\(observation) and an object behind it, and no '%%EOF'")
    ]
  }

  /// How much may stand between the header and the first object: a comment of bytes that are no text.
  private static let mostBeforeObject = 64

  /// Whether a header, at the beginning of a line, has the first object (`1 0 obj`) right behind it.
  private static func hasObject(behind offset: Int, in head: [UInt8]) -> Bool {
    guard [0x0A, 0x0D].contains(head[offset - 1]) else { return false }
    let window = head[offset...].dropFirst(5).prefix(mostBeforeObject)
    let lines = window.split { $0 == 0x0A || $0 == 0x0D }
    // "1.7", and perhaps the comment; a listing in a text about PDF has other lines.
    guard let version = lines.first, version.count >= 3, isDigit(version[version.startIndex]) else {
      return false
    }
    for line in lines.dropFirst() where line.first != UInt8(ascii: "%") {
      let words = line.split(separator: 0x20)
      return words.count >= 3 && words[0].allSatisfy(isDigit) && words[1].allSatisfy(isDigit)
        && words[2].starts(with: "obj".utf8)
    }
    return false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
