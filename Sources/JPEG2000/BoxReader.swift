import ConverterCore

/// The four letters of a box.
struct BoxType: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let code: UInt32

  init(code: UInt32) { self.code = code }

  init(stringLiteral letters: StaticString) {
    code = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// For messages; a file's letters may be anything.
  var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    return String(decoding: bytes, as: UTF8.self).printable
  }
}

/// A part of a file with a type and a length (ISO/IEC 15444-1, I.4).
struct Box {
  let type: BoxType
  /// With its header.
  let range: Range<Int>
  let content: Range<Int>
}

/// Boxes that follow one another in a part of a file.
struct BoxCursor {
  let input: InputFile
  private(set) var offset: Int
  let end: Int
  private var count = 0

  /// No writer makes as many; each costs a look into the file.
  static let mostBoxes = 100_000

  init(_ input: InputFile, in range: Range<Int>) {
    self.input = input
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next box; `nil` at the end.
  ///
  /// - Throws: `damagedInput` for one that says it is longer than what holds it.
  mutating func next() throws(ConversionError) -> Box? {
    guard offset < end else { return nil }
    count += 1
    guard count <= Self.mostBoxes else {
      throw ConversionError(
        .unsupportedContent, "it is made of more than \(Self.mostBoxes) boxes")
    }
    let start = offset
    var reader = BoxReader(
      try input.read(at: start, count: min(16, end - start)), subject: "a box")
    var size = try reader.integer(4)
    let type = BoxType(code: try reader.uint32())
    if size == 1 {
      size = try reader.integer(8)
    } else if size == 0 {
      // The last one goes on to the end.
      size = end - start
    }
    guard size >= reader.offset, size <= end - start else {
      throw ConversionError(
        .damagedInput, "a \(type) box says that it has \(size) bytes, of \(end - start) that follow"
      )
    }
    offset = start + size
    return Box(type: type, range: start..<offset, content: start + reader.offset..<offset)
  }
}

/// Reads big-endian numbers and never past their end.
struct BoxReader {
  private let bytes: [UInt8]
  private(set) var offset = 0
  /// What is read, for messages: "the ihdr box".
  private let subject: String

  init(_ bytes: [UInt8], subject: String) {
    self.bytes = bytes
    self.subject = subject
  }

  var remaining: Int { bytes.count - offset }

  mutating func take(_ count: Int) throws(ConversionError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else {
      throw ConversionError(.damagedInput, "\(subject) ends too early")
    }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// A number of up to eight bytes.
  ///
  /// - Throws: `damagedInput` also for one that no file is large enough for.
  mutating func integer(_ width: Int) throws(ConversionError) -> Int {
    var value: UInt64 = 0
    for byte in try take(width) { value = value << 8 | UInt64(byte) }
    guard let number = Int(exactly: value) else {
      throw ConversionError(.damagedInput, "\(subject) holds a number that is too large")
    }
    return number
  }

  mutating func uint32() throws(ConversionError) -> UInt32 {
    UInt32(truncatingIfNeeded: try integer(4))
  }

  mutating func int8() throws(ConversionError) -> Int {
    Int(Int8(truncatingIfNeeded: try integer(1)))
  }
}
