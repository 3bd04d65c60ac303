import ConverterCore

/// Reads big-endian numbers from a part of a file and never past its end.
struct ByteReader {
  /// The whole file; offsets count from its beginning.
  let bytes: [UInt8]
  private(set) var offset: Int
  let end: Int
  /// What is read, for the message when it ends too early: "the iloc box".
  let subject: String

  /// - Precondition: `range` lies within `bytes`.
  init(_ bytes: [UInt8], in range: Range<Int>, subject: String) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
    self.subject = subject
  }

  var remaining: Int { end - offset }
  var isAtEnd: Bool { offset == end }

  /// The place of the next `count` bytes, which are passed over.
  mutating func range(of count: Int) throws(ConversionError) -> Range<Int> {
    guard count >= 0, count <= remaining else { throw .damaged("\(subject) ends too early") }
    defer { offset += count }
    return offset..<offset + count
  }

  mutating func array(_ count: Int) throws(ConversionError) -> [UInt8] {
    Array(bytes[try range(of: count)])
  }

  mutating func skip(_ count: Int) throws(ConversionError) {
    _ = try range(of: count)
  }

  /// A number of `width` bytes, 0…8; no bytes are 0.
  ///
  /// - Throws: `damagedInput` also for a number that is no `Int`.
  mutating func integer(width: Int) throws(ConversionError) -> Int {
    var value: UInt64 = 0
    for index in try range(of: width) { value = value << 8 | UInt64(bytes[index]) }
    guard let integer = Int(exactly: value) else {
      throw .damaged("\(subject) holds the number \(value), which no file is large enough for")
    }
    return integer
  }

  mutating func uint8() throws(ConversionError) -> UInt8 {
    bytes[try range(of: 1).lowerBound]
  }

  mutating func uint16() throws(ConversionError) -> Int {
    try integer(width: 2)
  }

  mutating func uint32() throws(ConversionError) -> UInt32 {
    UInt32(truncatingIfNeeded: try integer(width: 4))
  }

  mutating func int16() throws(ConversionError) -> Int {
    Int(Int16(truncatingIfNeeded: try integer(width: 2)))
  }

  mutating func int32() throws(ConversionError) -> Int {
    Int(Int32(truncatingIfNeeded: try integer(width: 4)))
  }

  mutating func fourCC() throws(ConversionError) -> FourCC {
    FourCC(rawValue: try uint32())
  }

  /// Bytes up to a zero, which is passed over, or up to the end.
  mutating func string() -> String {
    let start = offset
    while offset < end, bytes[offset] != 0 { offset += 1 }
    defer { if offset < end { offset += 1 } }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }
}
