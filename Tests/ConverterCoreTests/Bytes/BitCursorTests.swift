import ConverterCore
import Testing

/// Bits come as they are one by one, wherever they are in the bytes, and zeros behind the end.
@Suite struct BitCursorTests {
  private static let bytes: [UInt8] = [0xA5, 0x3C, 0xFF, 0x00, 0x81, 0x7E, 0x12, 0x34, 0x56, 0x9B]

  /// Slowly, from a string of digits.
  private static func expected(_ bytes: [UInt8], at place: Int, count: Int) -> Int {
    let digits = bytes.flatMap { byte in (0..<8).map { Int(byte) >> (7 - $0) & 1 } }
    return (place..<place + count).reduce(0) { $0 << 1 | ($1 < digits.count ? digits[$1] : 0) }
  }

  @Test(arguments: 0...10)
  func everyPlaceAndWidth(size: Int) {
    let bytes = Array(Self.bytes[..<size])
    for place in 0...(size + 2) * 8 {
      for count in 0...32 {
        let found = BitCursor(bytes.span, at: place).peek(count)
        #expect(found == Self.expected(bytes, at: place, count: count), "\(count) at \(place)")
      }
    }
  }

  @Test func takingAndAligning() {
    let bytes = Self.bytes
    var cursor = BitCursor(bytes.span)
    let (first, second) = (cursor.take(3), cursor.take(6))
    #expect(first == 0b101)
    #expect(second == 0b001010)
    let (position, remaining) = (cursor.position, cursor.remaining)
    #expect(position == 9)
    #expect(remaining == 71)
    cursor.align()
    let aligned = cursor.position
    cursor.align()
    let still = cursor.position
    #expect(aligned == 16)
    #expect(still == 16)
  }

  @Test func behindTheEnd() {
    let bytes: [UInt8] = [0xFF]
    var cursor = BitCursor(bytes.span, at: 7)
    let before = cursor.isAtEnd
    let last = cursor.take(2)
    let (after, remaining) = (cursor.isAtEnd, cursor.remaining)
    #expect(!before)
    #expect(last == 0b10)
    #expect(after)
    #expect(remaining == -1)
  }
}
