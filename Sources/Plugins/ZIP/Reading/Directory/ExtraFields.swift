/// The further fields of a header (APPNOTE 4.5), each with an identifier and a length.
///
/// What breaks their rules ends them: other programs take it so, and nothing that matters is believed
/// without being compared.
struct ExtraFields: Sequence, IteratorProtocol {
  enum Identifier {
    static let zip64: UInt16 = 0x0001
    static let ntfs: UInt16 = 0x000A
    static let pkwareUnix: UInt16 = 0x000D
    static let extendedTimestamp: UInt16 = 0x5455
    static let infoZIPUnix: UInt16 = 0x5855
    static let unicodePath: UInt16 = 0x7075
    static let aes: UInt16 = 0x9901
  }

  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private let end: Int

  /// - Parameter range: lies within `bytes`.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
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
