import ConverterCore

/// The bytes of a YAML file beside its parser, which gives places in characters and keeps no comments.
final class YAMLText {
  private let input: InputFile
  private var piece: [UInt8] = []
  private var pieceStart = 0
  /// Where the walk stands.
  private var offset = 0
  private var character = 0
  /// Whether what comes next is at the start of a line or behind a blank, where a comment can begin.
  private var isAfterBlank = true

  init(_ input: InputFile) {
    self.input = input
  }

  /// Where a character begins; asked for in rising order.
  func byteOffset(ofCharacter index: Int) throws(ConversionError) -> Int {
    _ = try walk(to: index)
    return offset
  }

  /// Goes over what stands between two events.
  ///
  /// - Returns: whether there is a comment.
  func hasComment(from start: Int, to end: Int) throws(ConversionError) -> Bool {
    _ = try walk(to: start)
    // Behind a value a comment needs a blank before it.
    return try walk(to: end)
  }

  private func walk(to index: Int) throws(ConversionError) -> Bool {
    var hasComment = false
    // The mark at the beginning is no character to the parser.
    if offset == 0, try input.read(at: 0, count: 3) == [0xEF, 0xBB, 0xBF] { offset = 3 }
    while character <= index {
      if offset - pieceStart >= piece.count {
        pieceStart = offset
        piece = try input.read(at: offset, count: 1 << 16)
        if piece.isEmpty { break }
      }
      let byte = piece[offset - pieceStart]
      // The continuation of a character belongs to the one before.
      if byte & 0xC0 != 0x80 {
        if character == index { break }
        character += 1
        if byte == UInt8(ascii: "#"), isAfterBlank { hasComment = true }
        isAfterBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      }
      offset += 1
    }
    return hasComment
  }
}
