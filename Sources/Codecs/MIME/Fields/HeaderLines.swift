internal import ConverterCore

/// Goes over the lines of a header.
struct HeaderLines: ~Escapable {
  enum Kind {
    /// The name may have blanks behind it, before the colon.
    case field(nameEnd: Int, colon: Int)
    /// More of the field before.
    case continuation
    /// `From ` or `>From `: what an mbox has before a message, or what a gateway left.
    case envelope
  }

  struct Line {
    let kind: Kind
    let start: Int
    /// Without its line break.
    let end: Int
  }

  private let bytes: Span<UInt8>
  /// Where the next line begins.
  private(set) var index = 0
  /// Where the content begins; `nil` as long as, or if, the bytes do not tell.
  private(set) var headerEnd: Int?
  private var isAtStart = true

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  /// - Returns: `nil` at the end of the header, or of the bytes; a last line without an end is one if it is a
  ///   field.
  mutating func next() -> Line? {
    guard headerEnd == nil, index < bytes.count else { return nil }
    let start = index
    let newline = newline(from: start)
    var end = newline ?? bytes.count
    while end > start, bytes[end - 1] == 0x0D { end -= 1 }
    if end == start {
      if let newline { headerEnd = newline + 1 }
      return nil
    }
    guard let kind = kind(from: start, to: end, isWhole: newline != nil) else { return nil }
    isAtStart = isAtStart && kind.isEnvelope
    index = newline.map { $0 + 1 } ?? bytes.count
    return Line(kind: kind, start: start, end: end)
  }

  /// Notes the end of the header where the line does not belong to it.
  private mutating func kind(from start: Int, to end: Int, isWhole: Bool) -> Kind? {
    if bytes[start].isBlank { return .continuation }
    if let field = field(from: start, to: end) { return field }
    let isEnvelope = starts(with: "From ", start, end)
    if isAtStart, isEnvelope || starts(with: ">From ", start, end) { return .envelope }
    if isEnvelope {
      guard isWhole else { return nil }
      let next = (newline(from: end) ?? bytes.count) + 1
      guard next < bytes.count else { return nil }
      let nextEnd = newline(from: next)
      if bytes[next].isBlank || field(from: next, to: nextEnd ?? bytes.count) != nil {
        return .envelope
      }
      if nextEnd == nil, isName(from: next, to: bytes.count) { return nil }
    }
    // Of a line that is cut the rest may bring the colon.
    if isWhole || !isName(from: start, to: end) { headerEnd = start }
    return nil
  }

  private func field(from start: Int, to end: Int) -> Kind? {
    let bytes = bytes[..<end]
    var index = start
    while index < end, Self.isName(bytes[index]) { index += 1 }
    let nameEnd = index
    while index < end, bytes[index].isBlank { index += 1 }
    guard index < end, bytes[index] == UInt8(ascii: ":") else { return nil }
    return .field(nameEnd: nameEnd, colon: index)
  }

  /// Whether it may be the beginning of a field.
  private func isName(from start: Int, to end: Int) -> Bool {
    var index = start
    while index < end, Self.isName(bytes[index]) { index += 1 }
    while index < end, bytes[index].isBlank { index += 1 }
    return index == end
  }

  private func starts(with text: StaticString, _ start: Int, _ end: Int) -> Bool {
    end - start >= text.utf8CodeUnitCount && bytes.has(text, at: start)
  }

  private func newline(from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let place = bytes.offset(of: 0x0A, from: start)
    return place < bytes.count ? place : nil
  }

  /// Printable characters but the colon (RFC 5322, 3.6.8).
  private static func isName(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ":")
  }
}

extension HeaderLines.Kind {
  fileprivate var isEnvelope: Bool {
    if case .envelope = self { true } else { false }
  }
}
