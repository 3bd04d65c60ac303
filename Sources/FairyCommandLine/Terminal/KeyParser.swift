import ConverterCore

/// Turns what a terminal sends into keys: UTF-8, and the sequences of xterm and its many likenesses.
///
/// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
struct KeyParser {
  private var bytes: [UInt8] = []
  /// What is pasted at the moment; `nil` where nothing is.
  private var pasted: [UInt8]?

  /// Longer pastes are cut: nobody means them for a viewer.
  static let longestPaste = 1 << 16

  private static let escape: UInt8 = 0x1b
  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  mutating func add(_ new: some Sequence<UInt8>) {
    bytes += new
  }

  /// Whether there is the beginning of something, such as an ESC that may be a key or begin a sequence.
  var isPending: Bool { !bytes.isEmpty && pasted == nil }

  /// The next event.
  ///
  /// - Parameter isOver: whether nothing more will come soon: what is there is all there is.
  /// - Returns: `nil` where more bytes are needed.
  mutating func next(isOver: Bool = false) -> ScreenEvent? {
    while !bytes.isEmpty {
      if pasted != nil {
        guard let event = paste() else { return nil }
        return event
      }
      switch parse(isOver: isOver) {
      case .event(let event, let count):
        bytes.removeFirst(count)
        return event
      case .nothing(let count): bytes.removeFirst(count)
      case .incomplete: return nil
      }
    }
    return nil
  }

  private enum Step {
    case event(ScreenEvent, Int)
    /// Bytes that mean nothing here.
    case nothing(Int)
    case incomplete

    static func key(_ key: ScreenEvent.Key, _ count: Int) -> Step { .event(.key(key), count) }
  }

  private mutating func parse(isOver: Bool) -> Step {
    switch bytes[0] {
    case Self.escape: return sequence(isOver: isOver)
    case 0x0d, 0x0a: return .key(.enter, 1)
    case 0x09: return .key(.tab, 1)
    case 0x08, 0x7f: return .key(.backspace, 1)
    case 0x01...0x1a: return .key(.control(Unicode.Scalar(bytes[0] + 0x60)), 1)
    case 0x00..<0x20: return .nothing(1)
    default: return character(at: 0, isOver: isOver)
    }
  }

  private func character(at start: Int, isOver: Bool) -> Step {
    let first = bytes[start]
    let count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard bytes.count - start >= count else { return isOver ? .nothing(start + 1) : .incomplete }
    var decoder = UTF8()
    var iterator = bytes[start..<start + count].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      return .nothing(start + 1)
    }
    return .event(.character(scalar), start + UTF8.width(scalar))
  }

  /// What begins with ESC.
  private mutating func sequence(isOver: Bool) -> Step {
    guard bytes.count > 1 else { return isOver ? .key(.escape, 1) : .incomplete }
    switch bytes[1] {
    case UInt8(ascii: "["): return controlSequence(isOver: isOver)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isOver ? .nothing(2) : .incomplete }
      return key(final: bytes[2], parameters: [], 3)
    // ESC twice: the key, and what follows it.
    case Self.escape: return .key(.escape, 1)
    // The way of terminals to say Alt: Alt-Left and the like have longer sequences.
    case 0x20..<0x7f: return .nothing(2)
    default: return .key(.escape, 1)
    }
  }

  /// ESC [, parameters, a final byte.
  private mutating func controlSequence(isOver: Bool) -> Step {
    // The console of Linux has function keys with a letter more: ESC [ [ A.
    if bytes.count > 2, bytes[2] == UInt8(ascii: "[") {
      return bytes.count > 3 ? .nothing(4) : isOver ? .nothing(3) : .incomplete
    }
    var end = 2
    while end < bytes.count, (0x20..<0x40).contains(bytes[end]) { end += 1 }
    guard end < bytes.count else {
      return isOver || end > 64 ? .nothing(end) : .incomplete
    }
    let final = bytes[end]
    guard (0x40..<0x7f).contains(final) else { return .nothing(end) }
    // Reports of a mouse, or answers of the terminal, which nobody asked for.
    if (0x3c..<0x40).contains(bytes[2]) { return .nothing(end + 1) }
    let parameters = bytes[2..<end].split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    if final == UInt8(ascii: "~"), parameters.first == 200 {
      pasted = []
      return .nothing(end + 1)
    }
    return key(final: final, parameters: parameters, end + 1)
  }

  private func key(final: UInt8, parameters: [Int], _ count: Int) -> Step {
    // 1 + (1: Shift, 2: Alt, 4: Control).
    let modifiers = parameters.count > 1 ? max(0, parameters[1] - 1) : 0
    let isFar = modifiers & 0b101 != 0
    let key: ScreenEvent.Key? =
      switch final {
      case UInt8(ascii: "A"): isFar ? .farUp : .up
      case UInt8(ascii: "B"): isFar ? .farDown : .down
      case UInt8(ascii: "C"): isFar ? .farRight : .right
      case UInt8(ascii: "D"): isFar ? .farLeft : .left
      // rxvt: Shift.
      case UInt8(ascii: "a"): .farUp
      case UInt8(ascii: "b"): .farDown
      case UInt8(ascii: "c"): .farRight
      case UInt8(ascii: "d"): .farLeft
      case UInt8(ascii: "H"): isFar ? .farUp : .home
      case UInt8(ascii: "F"): isFar ? .farDown : .end
      case UInt8(ascii: "Z"): .backTab
      case UInt8(ascii: "M"): .enter
      case UInt8(ascii: "~"): Self.numbered(parameters.first ?? 0, isFar: isFar)
      default: nil
      }
    return key.map { .key($0, count) } ?? .nothing(count)
  }

  /// The keys of a VT220: a number and ~.
  private static func numbered(_ number: Int, isFar: Bool) -> ScreenEvent.Key? {
    switch number {
    case 1, 7: isFar ? .farUp : .home
    case 4, 8: isFar ? .farDown : .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  /// What is pasted, once its end has come.
  private mutating func paste() -> ScreenEvent? {
    guard var text = pasted else { return nil }
    let end = bytes.indices.first { bytes[$0...].starts(with: Self.pasteEnd) }
    // The last bytes may be the beginning of the end.
    let count = end ?? max(0, bytes.count - Self.pasteEnd.count + 1)
    text += bytes[..<count].prefix(max(0, Self.longestPaste - text.count))
    bytes.removeFirst(count + (end == nil ? 0 : Self.pasteEnd.count))
    pasted = end == nil ? text : nil
    return end == nil ? nil : .paste(String(decoding: text, as: UTF8.self))
  }
}
