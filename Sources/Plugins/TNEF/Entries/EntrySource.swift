import ConverterCore

/// Where the content of an entry comes from.
enum EntrySource {
  /// A part of the file.
  case stored(Range<Int>)
  case text(StoredText, MessageEncoding)
  case richText(Range<Int>)
  /// A folder has none.
  case none

  /// The content; of what is stored only the part that is it.
  func content(
    in bytes: [UInt8], within limits: Limits
  ) throws(ConversionError) -> (bytes: [UInt8], part: Range<Int>) {
    let made: [UInt8]
    switch self {
    case .stored(let part): return (bytes, part)
    case .text(let text, let encoding): made = try encoding.text(text, in: bytes)
    case .richText(let part):
      made = try CompressedRTF(bytes, part, within: limits).expanded()
    case .none: made = []
    }
    return (made, made.indices)
  }
}
