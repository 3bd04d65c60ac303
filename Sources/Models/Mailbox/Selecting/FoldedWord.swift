internal import ConverterCore

/// A word that is looked for without regard to case, and to whether an ä is written as one character or as two.
struct FoldedWord: Sendable {
  private let isASCII: Bool
  private let bytes: [UInt8]

  init(_ word: String) {
    // To look for leading blanks in a text of blanks would take quadratic time.
    bytes = String(word.drop { $0.isWhitespace }).folded
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  func isIn(_ other: String) -> Bool {
    guard isASCII else {
      let folded = other.folded
      return isWritten(in: folded.span)
    }
    return isWritten(in: other.utf8Span.span)
  }

  /// - Parameter other: UTF-8.
  func isIn(_ other: Span<UInt8>) -> Bool {
    isASCII ? isWritten(in: other) : isIn(String(decoding: other))
  }

  /// - Parameter other: folded, but for letters of ASCII, which are in any case.
  ///
  /// A blank in the word is any blanks and line ends of the text, as lines are broken anywhere.
  private func isWritten(in other: Span<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    for start in other.indices where Self.folded(other[start]) == first {
      if isAt(start, of: other) { return true }
    }
    return false
  }

  private func isAt(_ start: Int, of other: Span<UInt8>) -> Bool {
    var index = start
    for byte in bytes {
      guard index < other.count else { return false }
      guard byte == 0x20 else {
        guard Self.folded(other[index]) == byte else { return false }
        index += 1
        continue
      }
      let gap = index
      while index < other.count, Self.isBlank(other[index]) { index += 1 }
      guard index > gap else { return false }
    }
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}

extension String {
  /// UTF-8 in small letters, where an ä is one character.
  var folded: [UInt8] { Array(lowercased().utf8).inNormalFormC }
}
