import ConverterCore

/// Takes the fields of a chunk one after the other; `nil` where the chunk has no more.
struct PNGFields {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var remaining: ArraySlice<UInt8> { rest }

  mutating func byte() -> UInt8? { rest.popFirst() }

  /// A big-endian number of four bytes.
  mutating func number() -> Int? {
    guard let number = rest.span.number(at: 0, width: 4, .big) else { return nil }
    rest = rest.dropFirst(4)
    return number
  }

  /// The bytes up to the next zero, which is taken too.
  mutating func terminated() -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }
}

extension Int {
  /// The lower 32 bits, most significant byte first.
  var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

extension String {
  /// Text in ISO 8859-1, whose bytes are the first 256 code points of Unicode.
  init(latin1 bytes: some Collection<UInt8>) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    self = String(text)
  }

  /// The text in ISO 8859-1, or `nil` when it has other characters.
  var latin1: [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
