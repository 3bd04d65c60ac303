/// Encodes a picture of two colours as one generic region (ITU-T T.88, 6.2), as PDF embeds it: segments without
/// the header of a file.
///
/// Without symbols: to find letters that look alike and store one of them has put wrong digits into scans.
enum JBIG2Encoder {
  /// - Parameter bitmap: as PDF has it, where JBIG2's black ones are 0.
  static func encode(_ bitmap: Bitmap) -> [UInt8] {
    let data = genericRegion(bitmap)
    var bytes: [UInt8] = []
    // Page information (7.4.8): no resolution, white to begin with, one stripe.
    segment(0, type: 48, count: 19, into: &bytes)
    for value in [bitmap.width, bitmap.height, 0, 0] { put(value, into: &bytes) }
    bytes += [0x01, 0, 0]
    // Immediate lossless generic region (7.4.6).
    segment(1, type: 39, count: 26 + data.count, into: &bytes)
    for value in [bitmap.width, bitmap.height, 0, 0] { put(value, into: &bytes) }
    // Combined with OR; template 0, typical prediction; the adaptive pixels where they nominally are.
    bytes += [0x00, 0x08, 0x03, 0xFF, 0xFD, 0xFF, 0x02, 0xFE, 0xFE, 0xFE]
    return bytes + data
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

  /// The context of the bit that says a row is as the one above (figure 8).
  private static let typicalContext = 0x9B25
  /// Columns of white on both sides, which the template looks at.
  private static let margin = 4

  private static func genericRegion(_ bitmap: Bitmap) -> [UInt8] {
    let width = bitmap.width
    let pitch = width + 2 * margin
    let rows = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * pitch)
    rows.initialize(repeating: 0, count: 3 * pitch)
    defer { rows.deallocate() }
    let contexts = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
    contexts.initialize(repeating: 0, count: 1 << 16)
    defer { contexts.deallocate() }
    var encoder = ArithmeticEncoder(capacity: bitmap.bytes.count / 8)
    var wasTypical: UInt32 = 0
    ArithmeticEncoder.states.withUnsafeBufferPointer { states in
      bitmap.bytes.withUnsafeBufferPointer { bytes in
        guard let states = states.baseAddress, let base = bytes.baseAddress else { return }
        // The rows two above, one above, and this one: bytes of 0 and 1.
        var (second, first, current) = (rows, rows + pitch, rows + 2 * pitch)
        for y in 0..<bitmap.height {
          let row = base + y * bitmap.rowBytes
          spread(row, width, to: current + margin)
          let isTypical: UInt32 = equal(current, first, pitch) ? 1 : 0
          encoder.encode(isTypical ^ wasTypical, in: typicalContext, contexts, states)
          wasTypical = isTypical
          if isTypical == 0 {
            encodeRow(
              current + margin, first + margin, second + margin, width, &encoder, contexts, states)
          }
          (second, first, current) = (first, current, second)
        }
      }
    }
    return encoder.finish()
  }

  @inline(__always)
  private static func equal(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    UnsafeBufferPointer(start: one, count: count)
      .elementsEqual(UnsafeBufferPointer(start: other, count: count))
  }

  /// A byte for each sample: 1 where it is black, which is 0 in PDF.
  private static func spread(
    _ row: UnsafePointer<UInt8>, _ width: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<width {
      target[x] = ~(row[x >> 3] >> UInt8(truncatingIfNeeded: 7 &- x & 7)) & 1
    }
  }

  /// Template 0 (figure 3): 4 samples before, 7 of the row above, 5 of the one above that.
  @inline(__always)
  private static func encodeRow(
    _ row: UnsafePointer<UInt8>, _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>,
    _ width: Int, _ encoder: inout ArithmeticEncoder, _ contexts: UnsafeMutablePointer<UInt8>,
    _ states: UnsafePointer<UInt32>
  ) {
    var before = 0
    var above = Int(first[0]) << 2 | Int(first[1]) << 1 | Int(first[2])
    var farAbove = Int(second[0]) << 1 | Int(second[1])
    for x in 0..<width {
      above = (above << 1 | Int(first[x + 3])) & 0x7F
      farAbove = (farAbove << 1 | Int(second[x + 2])) & 0x1F
      let context = farAbove << 11 | above << 4 | before
      let bit = row[x]
      encoder.encode(UInt32(bit), in: context, contexts, states)
      before = (before << 1 | Int(bit)) & 0xF
    }
  }
}
