import ConverterCore

/// A step of the parser: a value, or the beginning or end of one.
struct YAMLEvent: ~Escapable {
  enum Kind {
    case streamEnd, documentStart, documentEnd
    case scalar, alias, sequenceStart, sequenceEnd, mappingStart, mappingEnd
    case nothing
  }

  var kind = Kind.nothing
  /// In characters from the beginning of the file.
  let start: Int
  let end: Int
  /// From 1.
  let line: Int
  var anchor: [UInt8]?
  var tag: [UInt8]?
  /// The text of a scalar.
  let text: Span<UInt8>
  /// Whether a scalar stands without quotes, so that what it looks like decides on its kind.
  var isPlain = false

  @_lifetime(copy text)
  init(start: Int, end: Int, line: Int, text: Span<UInt8>) {
    (self.start, self.end, self.line) = (start, end, line)
    self.text = text
  }
}

/// Why the parser stopped.
struct YAMLProblem {
  var text: String
  var isMemory = false
  /// Where, in bytes or in characters.
  var byte: Int?
  var character: Int?
  /// What was being read, and on which line it began.
  var context: String?
  var contextLine = 0

  func error(in input: InputFile) -> ConversionError {
    if isMemory {
      return ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to read YAML")
    }
    var message = text
    if let context { message += " (\(context) that began on line \(contextLine))" }
    return .yaml(message, byte: byte, character: character, in: input)
  }
}

extension ConversionError {
  /// An error at a place that the parser counts in characters.
  static func yaml(
    _ message: String, _ code: Code = .damagedInput, byte: Int? = nil, character: Int?,
    in input: InputFile
  ) -> ConversionError {
    do throws(ConversionError) {
      let text = YAMLText(input)
      let offset: Int
      if let byte {
        offset = byte
      } else {
        offset = try text.byteOffset(ofCharacter: character ?? 0)
      }
      return .damaged(message, at: try TextPlace(offset, in: input), code)
    } catch {
      return ConversionError(code, message)
    }
  }
}
