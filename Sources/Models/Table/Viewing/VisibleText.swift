public import ConverterCore

/// The text of a cell as a terminal may show it: on one line, without power over anything.
///
/// Control characters become their pictures (`␊`, `␉`, `␀`), what turns the direction of text or cannot be seen
/// becomes `\u{202E}`, a byte that is no text `\xE9`. Everything else is as the file has it.
public enum VisibleText {
  /// Adds the text of a cell, cut with `…` where it does not fit.
  ///
  /// - Returns: the columns that it takes, at most `width`.
  @discardableResult
  public static func append(
    _ cell: UnsafeRawBufferPointer, to line: ByteBuffer, within width: Int = .max
  ) -> Int {
    if isPlain(cell) {
      guard cell.count > width else {
        line.append(cell)
        return cell.count
      }
      guard width > 0 else { return 0 }
      line.append(UnsafeRawBufferPointer(rebasing: cell.prefix(width - 1)))
      line.append("…")
      return width
    }
    // No more is looked at than can be shown, however long the cell.
    let most = width > 1 << 20 ? Int.max : width * 32 + 256
    let (text, isWhole) = visible(cell, most: most)
    return append(text, isWhole: isWhole, to: line, within: width)
  }

  /// The columns that the text of a cell takes, at most `limit`.
  public static func columns(of cell: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
    if isPlain(cell) { return min(cell.count, limit) }
    return append(cell, to: ByteBuffer(capacity: 64), within: limit)
  }

  /// Whether the text is printable ASCII.
  @inline(__always)
  private static func isPlain(_ cell: UnsafeRawBufferPointer) -> Bool {
    var odd: UInt8 = 0
    for byte in cell { odd |= byte &- 0x20 > 0x5E ? 1 : 0 }
    return odd == 0
  }

  private static func append(
    _ text: String, isWhole: Bool, to line: ByteBuffer, within width: Int
  ) -> Int {
    var used = 0
    // Where the ellipsis would go.
    var cut = (count: line.count, used: 0)
    for character in text {
      used += TextWidth.columns(of: character)
      guard used <= width else { break }
      var bytes = String(character)
      bytes.withUTF8 { line.append(UnsafeRawBufferPointer($0)) }
      if used < width { cut = (line.count, used) }
    }
    guard used > width || !isWhole else { return used }
    line.count = cut.count
    guard width > 0 else { return 0 }
    line.append("…")
    return cut.used + 1
  }

  /// - Parameter most: bytes that are looked at.
  /// - Returns: the text, and whether it is that of the whole cell.
  static func visible(
    _ cell: UnsafeRawBufferPointer, most: Int = .max
  ) -> (text: String, isWhole: Bool) {
    var text = String.UnicodeScalarView()
    var index = 0
    // Marks on one letter: more than some would be painted over the lines above and below.
    var marks = 0
    var isInFlag = false
    while index < cell.count, index < most {
      let (scalar, length) = UTF8Scalar.decode(cell, at: index)
      defer { index += length }
      guard let scalar else {
        text.append(contentsOf: "\\x\(hexadecimal(cell[index]))".unicodeScalars)
        (marks, isInFlag) = (0, false)
        continue
      }
      if TextWidth.standsAlone(scalar) {
        text.append(scalar)
        (marks, isInFlag) = (0, false)
        continue
      }
      if let picture = picture(of: scalar) {
        text.append(picture)
        (marks, isInFlag) = (0, false)
        continue
      }
      let joins = TextWidth.columns(of: scalar) == 0
      marks = joins ? marks + 1 : 0
      guard isShown(scalar, isFirst: text.isEmpty, isInFlag: isInFlag), marks <= 30 else {
        text.append(contentsOf: "\\u{\(hexadecimal(scalar.value))}".unicodeScalars)
        continue
      }
      // A mark needs something to stand on that is its own cell's.
      if joins, text.isEmpty { text.append("\u{25CC}") }
      text.append(scalar)
      isInFlag = scalar.value == 0x1F3F4 || (isInFlag && joins)
    }
    return (String(text), index >= cell.count)
  }

  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    default: nil
    }
  }

  private static func isShown(
    _ scalar: Unicode.Scalar, isFirst: Bool, isInFlag: Bool
  ) -> Bool {
    switch scalar.value {
    // Joiners, which emoji and many scripts need.
    case 0x200C, 0x200D: return !isFirst
    // The letters in the flag of England.
    case 0xE0020..<0xE0080: return isInFlag
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return false
      default: return true
      }
    }
  }

  private static func hexadecimal(_ number: some BinaryInteger) -> String {
    String(number, radix: 16, uppercase: true)
  }
}

/// Characters out of bytes that may not be UTF-8.
enum UTF8Scalar {
  /// - Returns: the character that begins at `index`, and how many bytes it has; `nil` and 1 for a byte that
  ///   begins none.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, at index: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return (nil, 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
    guard value >= least[length], let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }
}
