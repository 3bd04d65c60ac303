public import ConverterCore

/// Passes those bytes of a worker to a terminal that can only be displayed: text, line feeds, tabs, colours, and
/// pictures where the terminal shows some. Where these are made of pixels, it may also go back up by lines that it sent
/// itself, for a picture beside words.
///
/// Everything else could control the terminal: name windows, fill the clipboard, or have the terminal type answers to
/// the shell. It is shown as `\u{1B}`. Bytes come in pieces that may end anywhere.
public struct TerminalFilter {
  private let graphics: TerminalGraphics.Form?
  /// The beginning of something whose end is still to come.
  private var rest: [UInt8] = []
  /// Whether the bytes at hand belong to a picture made of sixels.
  private var isInSixels = false
  /// The lines that the worker sent above the place where the terminal is now; there may be more, as long ones are
  /// broken.
  private var ownLines = 0
  /// The same for the place that was saved.
  private var savedLines: Int?

  /// - Parameter graphics: how the terminal shows pictures; `nil` where there are to be none.
  public init(graphics: TerminalGraphics.Form? = nil) {
    self.graphics = graphics
  }

  /// The same bytes made harmless, without those at the end that are not complete yet.
  public mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
    filtered(bytes, isLast: false)
  }

  /// What is left when no more bytes come.
  public mutating func finish() -> [UInt8] {
    var output = filtered([], isLast: true)
    if isInSixels { output += Self.stringEnd }
    isInSixels = false
    forgetLines()
    return output
  }

  /// From here on the cursor cannot go back to what was sent so far: something else wrote to the terminal.
  public mutating func forgetLines() { (ownLines, savedLines) = (0, nil) }

  /// A whole text, made harmless.
  public static func harmless(_ text: String) -> [UInt8] {
    var filter = TerminalFilter()
    return filter.pass(Array(text.utf8)) + filter.finish()
  }

  private static let escape: UInt8 = 0x1B
  private static let stringEnd: [UInt8] = [0x1B, 0x5C]

  private enum Step {
    /// So many bytes pass as they are.
    case passes(Int)
    /// So many bytes are shown as this.
    case shown(String, Int)
    case sixels(Int)
    /// So many bytes go back to what the worker sent: what ``ownLines`` and ``savedLines`` are from there on.
    case moves(Int, own: Int, saved: Int?)
    case incomplete
  }

  private mutating func filtered(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    let all = rest.isEmpty ? bytes : rest + bytes
    rest = []
    var output: [UInt8] = []
    output.reserveCapacity(all.count)
    var position = 0
    while position < all.count {
      if isInSixels {
        guard let next = passSixels(all, from: position, isLast, &output) else { break }
        position = next
        continue
      }
      let plain = all[position...].prefix { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
      output += plain
      ownLines += plain.count { $0 == 0x0A }
      position = plain.endIndex
      guard position < all.count else { break }
      switch step(all[position...]) {
      case .passes(let count):
        output += all[position..<position + count]
        position += count
      case .sixels(let count):
        output += all[position..<position + count]
        position += count
        isInSixels = true
      case .shown(let text, let count):
        output += text.utf8
        position += count
      case .moves(let count, let own, let saved):
        output += all[position..<position + count]
        position += count
        (ownLines, savedLines) = (own, saved)
      case .incomplete where isLast:
        output += Self.picture(of: all[position]).utf8
        position += 1
      case .incomplete:
        rest = Array(all[position...])
        return output
      }
    }
    return output
  }

  /// What begins with a byte that is no plain text.
  private func step(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .incomplete }
    if first == Self.escape { return sequence(bytes) }
    guard first >= 0x80 else { return .shown(Self.picture(of: first), 1) }
    return character(bytes)
  }

  private func character(_ bytes: ArraySlice<UInt8>) -> Step {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      return Self.mayGoOn(bytes) ? .incomplete : .shown("\u{FFFD}", 1)
    }
    let count = UTF8.width(scalar)
    if TextWidth.standsAlone(scalar) { return .passes(count) }
    let text = String(scalar)
    let printable = text.printable
    return printable == text ? .passes(count) : .shown(printable, count)
  }

  /// Whether the bytes are the beginning of a character of UTF-8.
  private static func mayGoOn(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count < 4, let first = bytes.first else { return false }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    return bytes.count < length && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  private static func picture(of byte: UInt8) -> String {
    String(Unicode.Scalar(byte)).printable
  }
}

// Sequences that begin with ESC.
extension TerminalFilter {
  /// Longer sequences for colours have no meaning.
  private static let longestColour = 64
  /// kitty takes at most 4096 letters of a picture at a time.
  private static let longestPiece = 4096 + 128

  private func sequence(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count > 1 else { return .incomplete }
    let refused = Step.shown(Self.picture(of: Self.escape), 1)
    switch bytes[bytes.startIndex + 1] {
    case UInt8(ascii: "["): return colour(bytes) ?? upward(bytes) ?? refused
    case UInt8(ascii: "7"), UInt8(ascii: "8"): return place(bytes) ?? refused
    case UInt8(ascii: "_") where graphics == .kitty: return kitty(bytes) ?? refused
    case UInt8(ascii: "P") where graphics == .sixel: return sixelStart(bytes) ?? refused
    default: return refused
    }
  }

  /// `ESC [ 1 ; 31 m`, of ECMA-48: select graphic rendition.
  ///
  /// - Returns: `nil` for any other sequence.
  private func colour(_ bytes: ArraySlice<UInt8>) -> Step? {
    let parameters = bytes.dropFirst(2).prefix { (0x30...0x3B).contains($0) }
    guard parameters.count <= Self.longestColour else { return nil }
    guard parameters.endIndex < bytes.endIndex else { return .incomplete }
    guard bytes[parameters.endIndex] == UInt8(ascii: "m") else { return nil }
    return .passes(parameters.count + 3)
  }

  /// Whether pictures are made of pixels, beside which words can be put in no other way.
  private var goesBack: Bool { graphics == .kitty || graphics == .sixel }

  /// `ESC [ 12 A`, of ECMA-48: up, and no further than to the first line that the worker sent.
  private func upward(_ bytes: ArraySlice<UInt8>) -> Step? {
    let digits = bytes.dropFirst(2).prefix { (0x30...0x39).contains($0) }
    let end = digits.endIndex
    guard goesBack, (1...5).contains(digits.count), end < bytes.endIndex,
      bytes[end] == UInt8(ascii: "A"),
      let lines = Int(String(decoding: digits, as: UTF8.self)), lines >= 1, lines <= ownLines
    else { return nil }
    return .moves(digits.count + 3, own: ownLines - lines, saved: savedLines)
  }

  /// `ESC 7` and `ESC 8`, of DEC: save the place, and go back to one that the worker saved.
  private func place(_ bytes: ArraySlice<UInt8>) -> Step? {
    guard goesBack else { return nil }
    guard bytes[bytes.startIndex + 1] == UInt8(ascii: "8") else {
      return .moves(2, own: ownLines, saved: ownLines)
    }
    return savedLines.map { .moves(2, own: $0, saved: $0) }
  }

  /// `ESC _ G a=T,f=32,s=96,v=64,c=12,r=4,m=1 ; BASE64 ESC \`: pixels that come with the sequence, and no answer.
  private func kitty(_ bytes: ArraySlice<UInt8>) -> Step? {
    guard bytes.count > 2 else { return .incomplete }
    guard bytes[bytes.startIndex + 2] == UInt8(ascii: "G") else { return nil }
    let content = bytes.dropFirst(3).prefix(Self.longestPiece)
    guard let end = content.firstIndex(of: Self.escape) else {
      return content.count < Self.longestPiece ? .incomplete : nil
    }
    guard end + 1 < bytes.endIndex else { return .incomplete }
    guard bytes[end + 1] == Self.stringEnd[1] else { return nil }
    let parts = bytes[bytes.startIndex + 3..<end].split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].split(separator: UInt8(ascii: ",")).allSatisfy(Self.isAllowed),
      parts.count < 2 || parts[1].allSatisfy(Self.isBase64)
    else { return nil }
    return .passes(end + 2 - bytes.startIndex)
  }

  /// Whether a key of kitty's protocol shows pixels: others read files, or make the terminal answer.
  private static func isAllowed(_ pair: ArraySlice<UInt8>) -> Bool {
    guard pair.count > 2, let key = pair.first, pair[pair.startIndex + 1] == UInt8(ascii: "=")
    else { return false }
    let value = pair.dropFirst(2)
    if key == UInt8(ascii: "a") { return value.elementsEqual("T".utf8) }
    return "fsvcrm".utf8.contains(key) && value.count < 8
      && value.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// `ESC P 0;1;0 q`, after which the picture follows, of any length.
  private func sixelStart(_ bytes: ArraySlice<UInt8>) -> Step? {
    let parameters = bytes.dropFirst(2).prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
    guard parameters.count <= Self.longestColour else { return nil }
    guard parameters.endIndex < bytes.endIndex else { return .incomplete }
    guard bytes[parameters.endIndex] == UInt8(ascii: "q") else { return nil }
    return .sixels(parameters.count + 3)
  }

  /// Passes on sixels up to their end; anything that is none ends the picture.
  ///
  /// - Returns: where it goes on; `nil` where more bytes are needed.
  private mutating func passSixels(
    _ all: [UInt8], from start: Int, _ isLast: Bool, _ output: inout [UInt8]
  ) -> Int? {
    let sixels = all[start...].prefix { (0x21..<0x7F).contains($0) }
    output += sixels
    guard sixels.endIndex < all.count else { return nil }
    let tail = all[sixels.endIndex...].prefix(2)
    if tail.count == 1, tail.first == Self.escape, !isLast {
      rest = Array(tail)
      return nil
    }
    isInSixels = false
    output += Self.stringEnd
    return tail.elementsEqual(Self.stringEnd) ? tail.endIndex : sixels.endIndex
  }
}
