import ConverterCore

/// Reads numbers bit by bit, the highest first, from bytes that it keeps.
struct BitReader {
  private let bytes: [UInt8]
  /// In bits from the beginning.
  private(set) var position: Int
  private let subject: String

  /// - Parameter subject: what is read, for the message when it ends too early.
  init(_ bytes: [UInt8], subject: String) {
    self.bytes = bytes
    position = 0
    self.subject = subject
  }

  /// - Parameter count: 0…32 bits.
  mutating func bits(_ count: Int) throws(ConversionError) -> Int {
    let start = position
    try skip(count)
    return bytes.span.bits(at: start, count: count)
  }

  mutating func flag() throws(ConversionError) -> Bool {
    try bits(1) == 1
  }

  mutating func skip(_ count: Int) throws(ConversionError) {
    guard count <= bytes.count * 8 - position else {
      throw .damaged("\(subject) ends too early")
    }
    position += count
  }

  /// An unsigned Exp-Golomb code, ue(v) of ISO/IEC 23008-2, 9.2.
  mutating func exponentialGolomb() throws(ConversionError) -> Int {
    var zeros = 0
    while try !flag() {
      zeros += 1
      guard zeros <= 32 else { throw .damaged("\(subject) holds a number of more than 32 bits") }
    }
    return (1 << zeros) - 1 + (try bits(zeros))
  }

  /// A signed Exp-Golomb code, se(v).
  mutating func signedExponentialGolomb() throws(ConversionError) -> Int {
    let code = try exponentialGolomb()
    return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
  }

  mutating func alignToByte() {
    position = (position + 7) & ~7
  }
}
