/// Reads big-endian numbers from a part of a file and never past its end.
///
/// For parsers that keep the bytes, and hand readers of parts of them on; what only borrows them takes a
/// ``ByteCursor``.
public struct FieldReader: Sendable {
  /// All bytes; offsets count from their beginning.
  public let bytes: [UInt8]
  /// Where the next byte is, in ``bytes``.
  public private(set) var offset: Int
  public let end: Int
  /// What is read, for the message when it ends too early: "the iloc box".
  public let subject: String

  /// - Precondition: `range` lies within `bytes`.
  public init(_ bytes: [UInt8], in range: Range<Int>, subject: String) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
    self.subject = subject
  }

  public init(_ bytes: [UInt8], subject: String) {
    self.init(bytes, in: 0..<bytes.count, subject: subject)
  }

  public var remaining: Int { end - offset }
  public var isAtEnd: Bool { offset == end }

  /// The place of the next `count` bytes, which are passed over.
  ///
  /// - Throws: `damagedInput`, as all that follows, where there are fewer.
  public mutating func range(of count: Int) throws(ConversionError) -> Range<Int> {
    guard count >= 0, count <= remaining else { throw endsTooEarly }
    defer { offset += count }
    return offset..<offset + count
  }

  public mutating func take(_ count: Int) throws(ConversionError) -> ArraySlice<UInt8> {
    bytes[try range(of: count)]
  }

  public mutating func skip(_ count: Int) throws(ConversionError) {
    _ = try range(of: count)
  }

  /// A number of `width` bytes, 0…8; no bytes are 0.
  ///
  /// - Throws: `damagedInput` also for a number that is no `Int`.
  public mutating func integer(_ width: Int) throws(ConversionError) -> Int {
    let value = try unsigned(width)
    guard let integer = Int(exactly: value) else { throw Self.tooLarge(value, in: subject) }
    return integer
  }

  public mutating func uint8() throws(ConversionError) -> UInt8 {
    UInt8(truncatingIfNeeded: try unsigned(1))
  }

  public mutating func uint16() throws(ConversionError) -> Int { try integer(2) }

  public mutating func uint32() throws(ConversionError) -> UInt32 {
    UInt32(truncatingIfNeeded: try unsigned(4))
  }

  public mutating func int8() throws(ConversionError) -> Int {
    Int(Int8(truncatingIfNeeded: try unsigned(1)))
  }

  public mutating func int16() throws(ConversionError) -> Int {
    Int(Int16(truncatingIfNeeded: try unsigned(2)))
  }

  public mutating func int32() throws(ConversionError) -> Int {
    Int(Int32(truncatingIfNeeded: try unsigned(4)))
  }

  public mutating func fourCC() throws(ConversionError) -> FourCC {
    FourCC(rawValue: try uint32())
  }

  /// Bytes up to a zero, which is passed over, or up to the end.
  public mutating func string() -> String {
    let start = offset
    while offset < end, bytes[offset] != 0 { offset += 1 }
    defer { if offset < end { offset += 1 } }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The header of the box that begins here, which is passed over.
  ///
  /// - Parameter room: bytes from here on to the end of what holds the box, where that is not all that is read.
  /// - Throws: `damagedInput` also where no file is large enough for its size.
  public mutating func boxHeader(
    in room: Int? = nil
  ) throws(ConversionError) -> (header: BoxHeader, size: Int) {
    let header: BoxHeader
    do throws(EndOfBytes) {
      header = try BoxHeader(bytes.span.extracting(..<end), at: offset, room: room ?? remaining)
    } catch {
      throw endsTooEarly
    }
    guard let size = Int(exactly: header.size) else {
      throw Self.tooLarge(header.size, in: subject)
    }
    offset += header.byteCount
    return (header, size)
  }

  private mutating func unsigned(_ width: Int) throws(ConversionError) -> UInt64 {
    let place = try range(of: width)
    do throws(EndOfBytes) {
      return try bytes.span.unsigned(at: place.lowerBound, width: width, .big)
    } catch {
      throw endsTooEarly
    }
  }

  private var endsTooEarly: ConversionError {
    ConversionError(.damagedInput, "\(subject) ends too early")
  }

  private static func tooLarge(_ value: UInt64, in subject: String) -> ConversionError {
    ConversionError(
      .damagedInput,
      "\(subject) holds the number \(value), which no file is large enough for")
  }
}
