import ConverterCore

/// The further fields of a header (APPNOTE 4.5), each with an identifier and a length.
///
/// What breaks their rules ends them: other programs take it so, and nothing that matters is believed
/// without being compared.
struct ExtraFields: ~Escapable {
  enum Identifier {
    static let zip64: UInt16 = 0x0001
    static let ntfs: UInt16 = 0x000A
    static let pkwareUnix: UInt16 = 0x000D
    static let extendedTimestamp: UInt16 = 0x5455
    static let infoZIPUnix: UInt16 = 0x5855
    static let unicodeComment: UInt16 = 0x6375
    static let unicodePath: UInt16 = 0x7075
    static let aes: UInt16 = 0x9901
  }

  private let bytes: Span<UInt8>
  private var position: Int
  private let end: Int

  /// - Parameter range: lies within `bytes`.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> (identifier: UInt16, content: Range<Int>)? {
    guard position + 4 <= end else { return nil }
    let start = position + 4
    let count = Int(bytes.uint16(at: position + 2))
    guard start + count <= end else {
      position = end
      return nil
    }
    let identifier = bytes.uint16(at: position)
    position = start + count
    return (identifier, start..<position)
  }
}

extension ExtraFields {
  /// Where a field of Info-ZIP has in UTF-8 what a header has in another encoding: behind a version and the
  /// CRC-32 of the text in the header (APPNOTE 4.6.8 and 4.6.9).
  ///
  /// - Returns: `nil` where the field is about another text than `original`, or is not UTF-8.
  static func unicodeText(
    of original: Range<Int>, in bytes: Span<UInt8>, _ content: Range<Int>
  ) -> Range<Int>? {
    guard content.count > 5, bytes[content.lowerBound] == 1,
      bytes.uint32(at: content.lowerBound + 1)
        == Checksum.crc32(bytes.extracting(original))
    else { return nil }
    let text = content.lowerBound + 5..<content.upperBound
    return String(validating: bytes.extracting(text)) == nil ? nil : text
  }
}
