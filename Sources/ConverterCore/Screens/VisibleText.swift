/// The pieces of a text out of a file, as a terminal may be given them.
///
/// What has power over a terminal, turns the direction of text or is no UTF-8 is replaced by what can be seen:
/// control characters by their pictures (`␊`), others by `\u{202E}`, bytes by `\xFF`.
package struct VisibleText: Sequence, IteratorProtocol {
  /// A character with its marks, or an emoji of several.
  package struct Piece {
    /// Where it stands in the text.
    package var source: Range<Int>
    package var columns: Int
    /// What is shown in its place, where it is not shown as it is.
    package var substitute: String?
    /// The first of it; `nil` for a byte that is no UTF-8.
    package var scalar: Unicode.Scalar?
  }

  private let text: ArraySlice<UInt8>
  private var position: Int
  /// Marks on one letter: more than some would be painted over the lines above and below.
  private var marks = 0
  private static let mostMarks = 30

  package init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  package mutating func next() -> Piece? {
    guard position < text.endIndex else { return nil }
    let start = position
    let first = text[start]
    if first >= 0x20, first < 0x7f {
      position += 1
      marks = 0
      let scalar = Unicode.Scalar(first)
      // A digit may become a keycap, by what makes an emoji of it.
      guard position < text.endIndex, text[position] == 0xEF, scalar.properties.isEmoji else {
        return Piece(source: start..<position, columns: 1, scalar: scalar)
      }
      return gathered(scalar, from: start)
    }
    guard let scalar = decode() else {
      position = start + 1
      marks = 0
      return substituted(start, "\\x" + Self.hexadecimal(UInt32(first)))
    }
    if TextWidth.standsAlone(scalar) {
      marks = 0
      return Piece(
        source: start..<position, columns: TextWidth.columns(of: scalar), scalar: scalar)
    }
    return unusual(scalar, from: start)
  }

  private mutating func unusual(_ scalar: Unicode.Scalar, from start: Int) -> Piece {
    if scalar.value < 0x20 || scalar.value == 0x7f {
      marks = 0
      let picture = Unicode.Scalar(scalar.value == 0x7f ? 0x2421 : 0x2400 + scalar.value)
      return substituted(start, picture.map { String($0) } ?? "?", scalar)
    }
    let joins = TextWidth.columns(of: scalar) == 0
    marks = joins ? marks + 1 : 0
    guard Self.isShown(scalar, isFirst: start == text.startIndex), marks <= Self.mostMarks else {
      return substituted(start, "\\u{\(Self.hexadecimal(scalar.value))}", scalar)
    }
    // A mark needs something to stand on that is of its own text.
    if joins, start == text.startIndex { return substituted(start, "\u{25CC}\(scalar)", scalar) }
    return gathered(scalar, from: start)
  }

  private mutating func gathered(_ scalar: Unicode.Scalar, from start: Int) -> Piece {
    gather(after: scalar)
    let whole = String(decoding: text[start..<position], as: UTF8.self)
    return Piece(
      source: start..<position, columns: TextWidth.columns(of: whole), scalar: scalar)
  }

  /// Moves behind what belongs to an emoji: another skin, a partner, the letters of a flag.
  private mutating func gather(after first: Unicode.Scalar) {
    var isJoined = false
    for _ in 0..<Self.mostMarks where first.properties.isEmoji {
      let before = position
      guard position < text.endIndex, text[position] >= 0x80, let next = decode() else { return }
      switch next.value {
      case 0xFE0E, 0xFE0F, 0x1F3FB..<0x1F400, 0x20E3: isJoined = false
      case 0xE0020..<0xE0080 where first.value == 0x1F3F4: isJoined = false
      case 0x200D: isJoined = true
      default:
        guard isJoined, next.properties.isEmoji else {
          position = before
          return
        }
        isJoined = false
      }
    }
  }

  private static func isShown(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar.value {
    // Joiners, which many scripts need.
    case 0x200C, 0x200D: return !isFirst
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return false
      default: return true
      }
    }
  }

  private func substituted(
    _ start: Int, _ text: String, _ scalar: Unicode.Scalar? = nil
  ) -> Piece {
    Piece(
      source: start..<position, columns: TextWidth.columns(of: text), substitute: text,
      scalar: scalar)
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    String(value, radix: 16, uppercase: true)
  }

  /// The character at `position`, which moves behind it; `nil` for what is no UTF-8.
  private mutating func decode() -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = text[position...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    position += UTF8.width(scalar)
    return scalar
  }

  /// The columns that `text` takes, counted no further than just above `limit`.
  package static func columns(of text: ArraySlice<UInt8>, upTo limit: Int = .max) -> Int {
    var sum = 0
    for piece in VisibleText(text) {
      sum += piece.columns
      if sum > limit { break }
    }
    return sum
  }
}

extension VisibleText {
  /// Adds a text to a line, cut with `…` where it does not fit.
  ///
  /// - Returns: the columns that it takes, at most `width`.
  @discardableResult
  package static func append(
    _ text: Span<UInt8>, to line: ByteBuffer, within width: Int = .max
  ) -> Int {
    if isPlain(text) {
      guard text.count > width else {
        line.append(text)
        return text.count
      }
      guard width > 0 else { return 0 }
      line.append(text.prefix(width - 1))
      line.append("…")
      return width
    }
    // No more is looked at than can be shown, however long the text.
    let most = width > 1 << 20 ? Int.max : width * 32 + 256
    let bytes = text.prefix(most).array
    var used = 0
    // Where the ellipsis would go.
    var cut = (count: line.count, used: 0)
    for piece in VisibleText(bytes[...]) {
      used += piece.columns
      guard used <= width else { break }
      if let substitute = piece.substitute {
        line.append(substitute.utf8)
      } else {
        line.append(bytes[piece.source])
      }
      if used < width { cut = (line.count, used) }
    }
    guard used > width || bytes.count < text.count else { return used }
    line.count = cut.count
    guard width > 0 else { return 0 }
    line.append("…")
    return cut.used + 1
  }

  /// The columns that a text takes, at most `limit`.
  package static func columns(of text: Span<UInt8>, atMost limit: Int) -> Int {
    if isPlain(text) { return Swift.min(text.count, limit) }
    let most = limit > 1 << 20 ? Int.max : limit * 32 + 256
    return Swift.min(limit, columns(of: text.prefix(most).array[...], upTo: limit))
  }

  /// Whether the text is printable ASCII.
  @inline(__always)
  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    var odd: UInt8 = 0
    for index in text.indices { odd |= text[index] &- 0x20 > 0x5E ? 1 : 0 }
    return odd == 0
  }
}
