import ConverterCore

/// A part of a file with a type and a length (ISO/IEC 15444-1, I.4).
struct Box {
  let type: FourCC
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
    var reader = FieldReader(
      try input.read(at: start, count: min(16, end - start)), subject: "a box")
    let (header, size) = try reader.boxHeader(in: end - start)
    guard size >= header.byteCount, size <= end - start else {
      throw ConversionError(
        .damagedInput,
        "a \(header.type) box says that it has \(size) bytes, of \(end - start) that follow"
      )
    }
    offset = start + size
    return Box(type: header.type, range: start..<offset, content: start + header.byteCount..<offset)
  }
}
