import ConverterCore

/// One coded picture: a VP8 or VP8L chunk, with the opacity that may stand before the former.
struct WebPBitstream: Equatable, Sendable {
  /// The chunks as libwebp takes them, from the first one's header on.
  let data: Range<Int>
  let width: Int
  let height: Int
  let isLossless: Bool
  let hasAlpha: Bool

  /// - Parameter alpha: the ALPH chunk before it.
  /// - Throws: `damagedInput` for what is no beginning of such a picture.
  init(
    _ chunk: RIFFChunk, alpha: RIFFChunk?, with cursor: inout RIFFCursor
  ) throws(ConversionError) {
    let head = try cursor.head(of: chunk, 10)
    isLossless = chunk.type == .lossless
    if isLossless {
      (width, height, hasAlpha) = try Self.losslessHeader(head)
      data = chunk.start..<chunk.body.upperBound
    } else {
      (width, height) = try Self.lossyHeader(head)
      hasAlpha = alpha != nil
      data = (alpha ?? chunk).start..<chunk.body.upperBound
    }
  }

  /// A key frame's header (RFC 6386, section 9.1).
  private static func lossyHeader(
    _ head: [UInt8]
  ) throws(ConversionError) -> (width: Int, height: Int) {
    guard let width = head.number(at: 6, width: 2, .little),
      let height = head.number(at: 8, width: 2, .little)
    else { throw .damaged("the VP8 picture ends within its header") }
    guard head[0] & 1 == 0, head[3...5].elementsEqual([0x9D, 0x01, 0x2A]) else {
      throw .damaged("the VP8 picture does not begin with a key frame")
    }
    // The two upper bits are hints for scaling, which WebP does not heed.
    let size = (width: width & 0x3FFF, height: height & 0x3FFF)
    guard size.width > 0, size.height > 0 else {
      throw .damaged("the VP8 picture has \(size.width)×\(size.height) pixels")
    }
    return size
  }

  /// WebP Lossless Bitstream Specification, section 3.
  private static func losslessHeader(
    _ head: [UInt8]
  ) throws(ConversionError) -> (width: Int, height: Int, hasAlpha: Bool) {
    guard let bits = head.number(at: 1, width: 4, .little), head[0] == 0x2F else {
      throw .damaged("the VP8L picture does not begin with its signature")
    }
    guard bits >> 29 == 0 else {
      throw ConversionError(
        .unsupportedContent, "the VP8L picture has version \(bits >> 29); only 0 is known")
    }
    return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bits >> 28 & 1 == 1)
  }
}
