/// Encodes a picture of two colours as one generic region (ITU-T T.88, 6.2), as PDF embeds it: segments without
/// the header of a file.
///
/// Without symbols: to find letters that look alike and store one of them has put wrong digits into scans.
enum JBIG2Encoder {
  /// - Parameter bitmap: as PDF has it, where JBIG2's black ones are 0.
  static func encode(_ bitmap: Bitmap) -> [UInt8] {
    let trials = [GenericRegion.nominal, GenericRegion.tall].map {
      encode(GenericRegion(bitmap, adaptive: $0))
    }
    return trials[1].count < trials[0].count ? trials[1] : trials[0]
  }

  /// The same by the adaptive samples of a region.
  static func encode(_ region: GenericRegion) -> [UInt8] {
    let (data, bitmap) = (region.encoded(), region.bitmap)
    var bytes: [UInt8] = []
    // Page information (7.4.8): no resolution, white to begin with, one stripe.
    segment(0, type: 48, count: 19, into: &bytes)
    for value in [bitmap.width, bitmap.height, 0, 0] { put(value, into: &bytes) }
    bytes += [0x01, 0, 0]
    // Immediate lossless generic region (7.4.6).
    segment(1, type: 39, count: 26 + data.count, into: &bytes)
    for value in [bitmap.width, bitmap.height, 0, 0] { put(value, into: &bytes) }
    // Combined with OR; template 0, typical prediction.
    return bytes + [0x00, 0x08] + region.header + data
  }

  /// The header of a segment of page 1 that refers to none (7.2).
  private static func segment(
    _ number: Int, type: UInt8, count: Int, into bytes: inout [UInt8]
  ) {
    put(number, into: &bytes)
    bytes += [type, 0, 1]
    put(count, into: &bytes)
  }

  private static func put(_ value: Int, into bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
