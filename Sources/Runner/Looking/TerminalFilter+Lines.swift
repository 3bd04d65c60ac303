import ConverterCore

extension TerminalFilter {
  /// A line of a screen, made harmless and cut to its width: text and colours alone.
  static func line(_ bytes: [UInt8], columns: Int) -> [UInt8] {
    var output: [UInt8] = []
    var column = 0
    var position = 0
    while position < bytes.count {
      if let count = colour(at: position, in: bytes) {
        output += bytes[position..<position + count]
        position += count
        continue
      }
      let next = bytes[(position + 1)...].firstIndex(of: 0x1B) ?? bytes.count
      for piece in VisibleText(bytes[position..<next]) {
        column += piece.columns
        // Colours that follow are wanted all the same: they end those before.
        guard column <= columns else { break }
        if let substitute = piece.substitute {
          output += substitute.utf8
        } else {
          output += bytes[piece.source]
        }
      }
      position = next
    }
    return output
  }

  /// The length of the sequence for colours that stands there; `nil` where there is none.
  private static func colour(at start: Int, in bytes: [UInt8]) -> Int? {
    guard bytes[start...].prefix(2).elementsEqual([0x1B, UInt8(ascii: "[")]) else { return nil }
    let parameters = bytes[(start + 2)...].prefix { (0x30...0x3B).contains($0) }
    guard parameters.count <= 64, parameters.endIndex < bytes.count,
      bytes[parameters.endIndex] == UInt8(ascii: "m")
    else { return nil }
    return parameters.endIndex + 1 - start
  }
}
