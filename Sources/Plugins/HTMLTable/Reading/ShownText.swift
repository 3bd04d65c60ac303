import ConverterCore

/// Text as a page shows it: white space collapsed, lines where elements begin them.
struct ShownText {
  private(set) var bytes: [UInt8] = []
  /// Spaces and lines that count only if text follows.
  private var hasSpace = false
  private var lines = 0

  var isEmpty: Bool { bytes.isEmpty }

  /// - Parameter isPreserved: whether white space stays as it is.
  mutating func append(_ text: Span<UInt8>, isPreserved: Bool) {
    for index in text.indices {
      let byte = text[index]
      if !isPreserved, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B {
        hasSpace = true
      } else {
        settle()
        bytes.append(byte)
      }
    }
  }

  /// `<br>`
  mutating func breakLine(isPreserved: Bool) {
    hasSpace = false
    if isPreserved { bytes.append(0x0A) } else { lines += 1 }
  }

  /// The beginning or end of an element that has its lines for itself.
  mutating func beginLine() {
    hasSpace = false
    lines = max(lines, 1)
  }

  private mutating func settle() {
    defer { (hasSpace, lines) = (false, 0) }
    guard !bytes.isEmpty else { return }
    if lines > 0 {
      bytes.append(contentsOf: repeatElement(0x0A, count: lines))
    } else if hasSpace {
      bytes.append(0x20)
    }
  }
}
