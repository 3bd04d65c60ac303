/// Codes rows of a picture of two colours by template 0 of JBIG2's generic regions (ITU-T T.88, 6.2.5), with typical
/// prediction: 12 samples around each, and 4 adaptive ones that stand where it is said.
struct GenericRegion {
  /// Where an adaptive sample is, seen from the one that is coded: to the right and up.
  typealias Place = (right: Int, up: Int)

  /// Where the standard has them.
  static let nominal: [Place] = [(3, 1), (-3, 1), (2, 2), (-2, 2)]
  /// Further up, which knows more of strokes of scans of 200 pixels an inch and more: found by trying all places within
  /// seven columns and six rows on pages of print and handwriting.
  static let tall: [Place] = [(3, 1), (3, 2), (1, 4), (-1, 4)]

  /// The context of the bit that says a row is as the one above (figure 8).
  private static let typicalContext = 0x9B25
  /// Columns of white on both sides, which the template looks at.
  private static let margin = 8

  let adaptive: [Place]
  let bitmap: Bitmap
  private let pitch: Int
  /// How many rows are held, the one that is coded among them.
  private let depth: Int

  /// - Parameter adaptive: four places within seven columns, none to the right in the same row.
  init(_ bitmap: Bitmap, adaptive: [Place]) {
    precondition(adaptive.count == 4, "template 0 has four adaptive samples")
    precondition(
      adaptive.allSatisfy { $0.right.magnitude < Self.margin && $0.up >= 0 },
      "adaptive samples are within seven columns")
    (self.bitmap, self.adaptive) = (bitmap, adaptive)
    pitch = bitmap.width + 2 * Self.margin
    depth = max(2, adaptive.map(\.up).max() ?? 0) + 1
  }

  /// The places of the adaptive samples as the segment has them.
  var header: [UInt8] {
    adaptive.flatMap { [UInt8(truncatingIfNeeded: $0.right), UInt8(truncatingIfNeeded: -$0.up)] }
  }

  /// The coded rows.
  ///
  /// Of each row held there are the width and a margin on both sides, in which all samples are that a template looks
  /// at: at most two columns beside it, and adaptive ones within the margin; `depth` rows are as many as it looks at.
  /// A context is 16 bits, and a state the number of one of ``ArithmeticEncoder/states``, as those that follow are.
  func encoded() -> [UInt8] {
    precondition(bitmap.bytes.count >= bitmap.rowBytes * bitmap.height, "all rows are there")
    let rows = UnsafeMutablePointer<UInt8>.allocate(capacity: depth * pitch)
    unsafe rows.initialize(repeating: 0, count: depth * pitch)
    defer { unsafe rows.deallocate() }
    let contexts = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
    unsafe contexts.initialize(repeating: 0, count: 1 << 16)
    defer { unsafe contexts.deallocate() }
    var encoder = ArithmeticEncoder(capacity: bitmap.bytes.count / 8)
    unsafe ArithmeticEncoder.states.withUnsafeBufferPointer { states in
      unsafe bitmap.bytes.withUnsafeBufferPointer { bytes in
        guard let states = states.baseAddress, let base = bytes.baseAddress else { return }
        unsafe code(base, rows, &encoder, contexts, states)
      }
    }
    return encoder.finish()
  }

  private func code(
    _ base: UnsafePointer<UInt8>, _ rows: UnsafeMutablePointer<UInt8>,
    _ encoder: inout ArithmeticEncoder, _ contexts: UnsafeMutablePointer<UInt8>,
    _ states: UnsafePointer<UInt32>
  ) {
    var wasTypical: UInt32 = 0
    for y in 0..<bitmap.height {
      unsafe spread(base + y * bitmap.rowBytes, to: row(y, of: rows))
      let isTypical: UInt32 = unsafe isAsAbove(y, rows) ? 1 : 0
      unsafe encoder.encode(isTypical ^ wasTypical, in: Self.typicalContext, contexts, states)
      wasTypical = isTypical
      if isTypical == 0 { unsafe codeRow(y, rows, &encoder, contexts, states) }
    }
  }

  /// The first sample of a row, of which the last few are held; those above the picture are white.
  @inline(__always)
  private func row(
    _ y: Int, of rows: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    unsafe rows + (y + depth) % depth * pitch + Self.margin
  }

  private func isAsAbove(_ y: Int, _ rows: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe UnsafeBufferPointer(start: row(y, of: rows), count: bitmap.width)
      .elementsEqual(UnsafeBufferPointer(start: row(y - 1, of: rows), count: bitmap.width))
  }

  /// A byte for each sample: 1 where it is black, which is 0 in PDF.
  private func spread(_ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    for x in 0..<bitmap.width {
      unsafe target[x] = ~(row[x >> 3] >> UInt8(truncatingIfNeeded: 7 &- x & 7)) & 1
    }
  }

  /// The context (figure 3) is 4 samples before, 5 of the row above, 3 of the one above that, and the adaptive ones
  /// where these would nominally be.
  @inline(__always)
  private func codeRow(
    _ y: Int, _ rows: UnsafeMutablePointer<UInt8>, _ encoder: inout ArithmeticEncoder,
    _ contexts: UnsafeMutablePointer<UInt8>, _ states: UnsafePointer<UInt32>
  ) {
    let (current, first, second) = unsafe (
      row(y, of: rows), row(y - 1, of: rows), row(y - 2, of: rows)
    )
    let places = unsafe adaptive.map { unsafe UnsafePointer(row(y - $0.up, of: rows) + $0.right) }
    let (a1, a2, a3, a4) = unsafe (places[0], places[1], places[2], places[3])
    var before = 0
    var above = unsafe Int(first[0]) << 1 | Int(first[1])
    var farAbove = unsafe Int(second[0])
    for x in 0..<bitmap.width {
      above = unsafe (above << 1 | Int(first[x + 2])) & 0x1F
      farAbove = unsafe (farAbove << 1 | Int(second[x + 1])) & 0x7
      let fixed = farAbove << 12 | above << 5 | before
      let context =
        unsafe fixed | Int(a1[x]) << 4 | Int(a2[x]) << 10 | Int(a3[x]) << 11 | Int(a4[x]) << 15
      let bit = unsafe current[x]
      unsafe encoder.encode(UInt32(bit), in: context, contexts, states)
      before = (before << 1 | Int(bit)) & 0xF
    }
  }
}
