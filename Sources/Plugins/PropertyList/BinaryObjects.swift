import ConverterCore

/// The objects of a binary property list (version 00), each at its offset.
///
/// A header of 8 bytes, the objects, a table of their offsets, a trailer of 32 bytes. Integers are big-endian.
struct BinaryObjects {
  enum Object {
    case null, `false`, `true`
    case integer(Int128)
    case real(Double)
    /// Seconds since 2001 in UTC.
    case date(Double)
    case data(Range<Int>)
    case ascii(Range<Int>)
    case utf16(Range<Int>)
    case utf8(Range<Int>)
    case uid(UInt64)
    /// Where the references begin.
    case array(Int, count: Int, isSet: Bool)
    case dictionary(Int, count: Int)
  }

  let bytes: [UInt8]
  let count: Int
  let top: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let table: Int

  init(_ bytes: [UInt8]) throws(ConversionError) {
    self.bytes = bytes
    guard bytes.starts(with: "bplist0".utf8) else {
      throw ConversionError(
        .unsupportedContent, "is a binary property list of a version that fairy does not know")
    }
    let trailer = bytes.count - 32
    guard trailer >= 9 else {
      throw ConversionError(.damagedInput, "ends too early: a binary property list has a trailer")
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.integer(bytes, trailer + 8, 8),
      let top = Self.integer(bytes, trailer + 16, 8),
      let table = Self.integer(bytes, trailer + 24, 8), count > 0, top < count, table >= 9,
      table <= trailer, count <= (trailer - table) / offsetSize
    else {
      throw ConversionError(
        .damagedInput, "byte \(trailer): the trailer of the binary property list makes no sense")
    }
    (self.count, self.top, self.table) = (count, top, table)
  }

  /// An integer that fits; `nil` for others.
  private static func integer(_ bytes: [UInt8], _ at: Int, _ size: Int) -> Int? {
    bytes.number(at: at, width: size, .big)
  }

  private func big(_ at: Int, _ size: Int) -> UInt64 {
    bytes[at..<at + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  func offset(of object: Int) throws(ConversionError) -> Int {
    guard let offset = Self.integer(bytes, table + object * offsetSize, offsetSize), offset >= 8,
      offset < table
    else { throw damaged(table + object * offsetSize, "object \(object) is not where objects are") }
    return offset
  }

  /// The object that a reference of a container names.
  func reference(_ start: Int, _ index: Int) throws(ConversionError) -> Int {
    let at = start + index * referenceSize
    guard let object = Self.integer(bytes, at, referenceSize), object < count else {
      throw damaged(at, "there is no such object")
    }
    return object
  }

  func object(_ number: Int) throws(ConversionError) -> Object {
    let at = try offset(of: number)
    let low = Int(bytes[at] & 15)
    switch bytes[at] >> 4 {
    case 0:
      switch low {
      case 0: return .null
      case 8: return .false
      case 9: return .true
      default: break
      }
    case 1 where low <= 4: return .integer(try integer(at + 1, 1 << low, at))
    case 2 where low == 2:
      let bits = UInt32(truncatingIfNeeded: big(try body(at + 1, 4, at).lowerBound, 4))
      return .real(Double(Float(bitPattern: bits)))
    case 2 where low == 3:
      return .real(Double(bitPattern: big(try body(at + 1, 8, at).lowerBound, 8)))
    case 3 where low == 3:
      return .date(Double(bitPattern: big(try body(at + 1, 8, at).lowerBound, 8)))
    case 8 where low < 8: return .uid(big(try body(at + 1, low + 1, at).lowerBound, low + 1))
    case 4: return .data(try items(at, low, 1).range)
    case 5: return .ascii(try items(at, low, 1).range)
    case 6: return .utf16(try items(at, low, 2).range)
    case 7: return .utf8(try items(at, low, 1).range)
    case 0xA, 0xB, 0xC:
      let (range, count) = try items(at, low, referenceSize)
      return .array(range.lowerBound, count: count, isSet: bytes[at] >> 4 != 0xA)
    case 0xD:
      let (range, count) = try items(at, low, 2 * referenceSize)
      return .dictionary(range.lowerBound, count: count)
    default: break
    }
    throw damaged(at, "the mark 0x\(String(bytes[at], radix: 16)) begins no object that is known")
  }

  /// Where the value of the first key stands.
  func values(_ start: Int, _ count: Int) -> Int { start + count * referenceSize }

  private func body(_ at: Int, _ size: Int, _ object: Int) throws(ConversionError) -> Range<Int> {
    guard size <= table - at else { throw damaged(object, "the object reaches past the others") }
    return at..<at + size
  }

  /// Integers of up to 4 bytes have no sign, longer ones do.
  private func integer(
    _ at: Int, _ size: Int, _ object: Int
  ) throws(ConversionError) -> Int128 {
    let range = try body(at, size, object)
    switch size {
    case 8: return Int128(Int64(bitPattern: big(range.lowerBound, 8)))
    case 16:
      let value = UInt128(big(range.lowerBound, 8)) << 64 | UInt128(big(range.lowerBound + 8, 8))
      return Int128(bitPattern: value)
    default: return Int128(big(range.lowerBound, size))
    }
  }

  /// The bytes of an object with a count: in its mark, or in an integer behind it.
  private func items(
    _ at: Int, _ low: Int, _ size: Int
  ) throws(ConversionError) -> (range: Range<Int>, count: Int) {
    var (start, count) = (at + 1, low)
    if low == 15 {
      let mark = bytes[try body(start, 1, at).lowerBound]
      guard mark >> 4 == 1, mark & 15 <= 3 else { throw damaged(start, "expected a count") }
      let width = 1 << Int(mark & 15)
      guard let long = Int(exactly: try integer(start + 1, width, at)), long >= 0 else {
        throw damaged(start, "the count is too large")
      }
      count = long
      start += 1 + width
    }
    let (length, overflow) = count.multipliedReportingOverflow(by: size)
    return (try body(start, overflow ? .max : length, at), count)
  }

  func damaged(_ at: Int, _ what: String) -> ConversionError {
    ConversionError(.damagedInput, "byte \(at) of the binary property list: \(what)")
  }
}
