import ConverterCore
import Testing

/// No access leaves the bytes, and what throws moves nothing.
@Suite struct ByteCursorTests {
  private static let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]

  /// Reads a number of `width` bytes with the most significant or the least significant first.
  private static func read(
    _ width: Int, _ order: ByteOrder, _ cursor: inout ByteCursor
  ) throws(EndOfBytes) -> UInt64 {
    switch (width, order) {
    case (1, _): UInt64(try cursor.u8())
    case (2, .big): UInt64(try cursor.u16be())
    case (2, .little): UInt64(try cursor.u16le())
    case (4, .big): UInt64(try cursor.u32be())
    case (4, .little): UInt64(try cursor.u32le())
    case (_, .big): try cursor.u64be()
    case (_, .little): try cursor.u64le()
    }
  }

  @Test(
    arguments: [
      (1, .big, 0x02), (1, .little, 0x02), (2, .big, 0x0203), (2, .little, 0x0302),
      (4, .big, 0x0203_0405), (4, .little, 0x0504_0302), (8, .big, 0x0203_0405_0607_0809),
      (8, .little, 0x0908_0706_0504_0302),
    ] as [(Int, ByteOrder, UInt64)])
  func integers(width: Int, order: ByteOrder, expected: UInt64) throws {
    // Exactly as many bytes as it takes, behind one that is passed over.
    let whole = Array(Self.bytes[..<(1 + width)])
    var cursor = ByteCursor(whole.span, at: 1)
    #expect(try Self.read(width, order, &cursor) == expected)
    #expect(cursor.offset == 1 + width)
    #expect(cursor.isAtEnd == true)
    // One fewer, down to none.
    for count in 0..<width {
      let cut = Array(Self.bytes[..<(1 + count)])
      var cursor = ByteCursor(cut.span, at: 1)
      let error = Self.error { () throws(EndOfBytes) in
        _ = try Self.read(width, order, &cursor)
      }
      #expect(error == EndOfBytes(offset: 1, wanted: width))
      #expect(cursor.offset == 1)
      #expect(cursor.remaining == count)
    }
  }

  private static func error(_ body: () throws(EndOfBytes) -> Void) -> EndOfBytes? {
    do throws(EndOfBytes) { try body() } catch { return error }
    return nil
  }

  @Test func integersInAnOrderOfTheFormat() throws {
    var cursor = ByteCursor(Self.bytes.span)
    #expect(try cursor.integer(UInt16.self, .big) == 0x0102)
    #expect(try cursor.integer(UInt16.self, .little) == 0x0403)
    #expect(try cursor.integer(Int32.self, .big) == 0x0506_0708)
    #expect(Self.error { () throws(EndOfBytes) in _ = try cursor.integer(Int16.self, .big) } != nil)
    #expect(try cursor.u8() == 9)
  }

  @Test func signs() throws {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x80, 0, 0, 0]
    #expect(try bytes.span.integer(Int16.self, at: 0, .big) == -2)
    #expect(try bytes.span.integer(Int16.self, at: 0, .little) == -257)
    #expect(try bytes.span.integer(Int32.self, at: 2, .big) == .min)
    #expect(try bytes.span.integer(UInt32.self, at: 2, .little) == 0x80)
  }

  @Test func singleBytes() {
    let bytes: [UInt8] = [7]
    var cursor = ByteCursor(bytes.span)
    #expect(cursor.peek() == 7)
    #expect(cursor.next() == 7)
    #expect(cursor.peek() == nil)
    #expect(cursor.next() == nil)
    #expect(cursor.offset == 1)
  }

  @Test(arguments: [-1, 10, .max, .min])
  func countsThatAreNone(count: Int) {
    // From the beginning, the middle and the end: sums of place and count may overflow.
    for start in [0, 4, 9] {
      guard count != 10 || start == 0 else { continue }
      var cursor = ByteCursor(Self.bytes.span, at: start)
      let expected = EndOfBytes(offset: start, wanted: count)
      #expect(Self.error { () throws(EndOfBytes) in _ = try cursor.slice(count) } == expected)
      #expect(Self.error { () throws(EndOfBytes) in try cursor.skip(count) } == expected)
      #expect(cursor.offset == start)
    }
  }

  @Test func slices() throws {
    var cursor = ByteCursor(Self.bytes.span)
    #expect(try cursor.slice(0).count == 0)
    #expect(try cursor.slice(3).array == [1, 2, 3])
    try cursor.skip(2)
    #expect(cursor.rest.array == [6, 7, 8, 9])
    #expect(cursor.remaining == 4)
    #expect(try cursor.slice(4).array == [6, 7, 8, 9])
    #expect(cursor.rest.isEmpty == true)
    #expect(try cursor.slice(0).isEmpty == true)
    try cursor.skip(0)
    #expect(cursor.isAtEnd == true)
  }

  @Test func places() throws {
    var cursor = ByteCursor(Self.bytes.span)
    try cursor.move(to: 9)
    #expect(cursor.isAtEnd == true)
    try cursor.move(to: 4)
    for place in [-1, 10, .max] {
      #expect(Self.error { () throws(EndOfBytes) in try cursor.move(to: place) } != nil)
      #expect(cursor.offset == 4)
    }
    #expect(ByteCursor(Self.bytes.span, at: -5).offset == 0)
    #expect(ByteCursor(Self.bytes.span, at: 100).isAtEnd == true)
  }

  @Test func nothing() {
    let bytes: [UInt8] = []
    var cursor = ByteCursor(bytes.span)
    #expect(cursor.isAtEnd == true)
    #expect(cursor.next() == nil)
    #expect(Self.error { () throws(EndOfBytes) in _ = try cursor.u8() } != nil)
  }
}

/// What bytes answer at a place.
@Suite struct SpanTests {
  private static let bytes: [UInt8] = [
    0x10, 0x20, 0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
  ]

  @Test(arguments: [-1, 10, 11, .max, .min])
  func placesOutside(offset: Int) {
    #expect(throws: EndOfBytes(offset: offset, wanted: 2)) {
      try Self.bytes.span.integer(UInt16.self, at: offset, .big)
    }
    #expect(Self.bytes.number(at: offset, width: 2, .little) == nil)
    #expect(Self.bytes.span.has("ab", at: offset) == false)
    #expect(Self.bytes.range(at: offset, length: 2) == nil)
  }

  @Test func widths() throws {
    #expect(Self.bytes.number(at: 0, width: 0, .big) == 0)
    #expect(Self.bytes.number(at: 11, width: 0, .big) == 0)
    #expect(Self.bytes.number(at: 0, width: 3, .big) == 0x102030)
    #expect(Self.bytes.number(at: 0, width: 3, .little) == 0x302010)
    #expect(Self.bytes.number(at: 0, width: 8, .big) == 0x1020_30FF_FFFF_FFFF)
    // No `Int`, and no number of the vocabulary.
    #expect(Self.bytes.number(at: 3, width: 8, .big) == nil)
    for width in [-1, 9, .max, .min] {
      #expect(Self.bytes.number(at: 0, width: width, .big) == nil)
    }
    #expect(try Self.bytes.span.unsigned(at: 3, width: 8, .big) == .max)
  }

  @Test func ranges() {
    #expect(Self.bytes.range(at: 11, length: 0) == 11..<11)
    #expect(Self.bytes.range(at: 0, length: 11) == 0..<11)
    for length in [-1, 12, .max] { #expect(Self.bytes.range(at: 0, length: length) == nil) }
    #expect(Self.bytes.range(at: 1, length: .max) == nil)
  }

  @Test func searches() {
    let text = Array("RIFF".utf8)
    #expect(text.span.has("RIFF") == true)
    #expect(text.span.has("FF", at: 2) == true)
    #expect(text.span.has("FFF", at: 2) == false)
    #expect(text.span.has("", at: 4) == true)
    #expect(text.span.firstOffset(of: 0x46) == 2)
    #expect(text.span.firstOffset(of: 0x46, from: 3) == 3)
    #expect(text.span.firstOffset(of: 0x46, from: 4) == nil)
    #expect(text.span.firstOffset(of: 0x52, from: -3) == 0)
    #expect(text.span.firstOffset(of: 0x52, from: .max) == nil)
  }
}
