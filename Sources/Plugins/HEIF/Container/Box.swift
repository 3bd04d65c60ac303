import ConverterCore

/// A part of a file with a type and a length (ISO/IEC 14496-12, 4.2).
struct Box {
  let type: FourCC
  /// What follows the header.
  let content: Range<Int>
  /// Whether the box says that it goes on after the end of what holds it.
  var isCutOff = false
}

/// Version and flags, with which many boxes begin (ISO/IEC 14496-12, 4.2.2).
struct FullBoxHeader {
  let version: UInt8
  let flags: UInt32
}

extension FieldReader {
  mutating func array(_ count: Int) throws(ConversionError) -> [UInt8] {
    Array(try take(count))
  }

  /// The next box; `nil` at the end.
  ///
  /// - Parameter allowsCutOff: whether a box may say that it ends after its surroundings, as the last
  ///   box of a file that was cut off does. It is then given as far as it goes.
  mutating func box(allowsCutOff: Bool = false) throws(ConversionError) -> Box? {
    guard !isAtEnd else { return nil }
    let start = offset
    let (header, size) = try boxHeader()
    let type = header.type
    if type == "uuid" { try skip(16) }
    guard size >= offset - start else {
      throw .damaged("a \(type) box says that it has \(size) bytes, too few for its own header")
    }
    let length = size - (offset - start)
    guard length <= remaining || allowsCutOff else {
      throw .damaged("a \(type) box of \(size) bytes is larger than \(subject) that holds it")
    }
    let isCutOff = length > remaining
    return Box(
      type: type, content: try range(of: isCutOff ? remaining : length), isCutOff: isCutOff)
  }

  mutating func fullBoxHeader() throws(ConversionError) -> FullBoxHeader {
    let word = try uint32()
    return FullBoxHeader(version: UInt8(word >> 24), flags: word & 0xFF_FFFF)
  }

  /// The first box of a type among those that lie ahead.
  func child(_ type: FourCC) throws(ConversionError) -> FieldReader? {
    var reader = self
    while let box = try reader.box() {
      if box.type == type { return reader.reader(of: box) }
    }
    return nil
  }

  /// A reader of the content of `box`.
  func reader(of box: Box) -> FieldReader {
    FieldReader(bytes, in: box.content, subject: "the \(box.type) box")
  }
}

extension ConversionError {
  static func damaged(_ message: String) -> ConversionError {
    ConversionError(.damagedInput, message)
  }

  static func unsupported(_ message: String) -> ConversionError {
    ConversionError(.unsupportedContent, message)
  }
}
