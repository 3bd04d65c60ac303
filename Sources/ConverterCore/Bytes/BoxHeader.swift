/// What a box of an ISO base media file begins with (ISO/IEC 14496-12, 4.2; ISO/IEC 15444-1, I.4).
public struct BoxHeader: Equatable, Sendable {
  /// What the box is: `ftyp`, `meta`.
  public let type: FourCC
  /// Of the whole box, as it says; what holds it may be smaller.
  public let size: UInt64
  /// Bytes of the header: 8, or 16 where the size takes 64 bits.
  public let byteCount: Int

  /// - Parameters:
  ///   - bytes: what the box stands in.
  ///   - offset: where in them it begins.
  ///   - room: bytes from the box on to the end of what holds it, for a size that is said to reach to there.
  /// - Throws: ``EndOfBytes`` where the bytes end within the header.
  public init(_ bytes: Span<UInt8>, at offset: Int = 0, room: Int) throws(EndOfBytes) {
    var cursor = ByteCursor(bytes)
    try cursor.move(to: offset)
    let said = try cursor.u32be()
    type = FourCC(rawValue: try cursor.u32be())
    size = said == 1 ? try cursor.u64be() : said == 0 ? UInt64(max(0, room)) : UInt64(said)
    byteCount = cursor.offset - offset
  }
}
