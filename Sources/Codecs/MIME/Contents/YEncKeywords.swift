internal import ConverterCore

/// A line of keywords of yEnc: `=ybegin part=1 line=128 size=1234 name=a file.bin`.
struct YEncKeywords: ~Escapable {
  enum Kind {
    case begin, part, end
  }

  let kind: Kind
  /// What stands before the name.
  private let words: Span<UInt8>
  /// The rest of the line behind `name=`, which may have blanks.
  let name: Span<UInt8>?

  /// - Returns: `nil` for a line that is no such one.
  @_lifetime(copy line)
  init?(_ line: Span<UInt8>) {
    if line.has("=ybegin ") {
      kind = .begin
    } else if line.has("=ypart ") {
      kind = .part
    } else if line.has("=yend") {
      kind = .end
    } else {
      return nil
    }
    let place = kind == .begin ? Self.place(of: " name=", in: line) : nil
    words = line[..<(place.map { $0 - 6 } ?? line.count)]
    if let place { name = line[place...].withoutBlanks } else { name = nil }
  }

  /// Whether it says what the beginning of a file has to.
  var isWholeBegin: Bool {
    kind == .begin && name != nil && number(" line=") != nil && number(" size=") != nil
  }

  /// A number of base 10; `nil` where it is missing or too large.
  func number(_ key: StaticString) -> Int? {
    guard let place = Self.place(of: key, in: words) else { return nil }
    let digits = words[place...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    return digits.array.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// A checksum of base 16, of which some encoders write 64 bits with the sign.
  func checksum(_ key: StaticString) -> UInt32? {
    guard let place = Self.place(of: key, in: words) else { return nil }
    let digits = words[place...].prefix { $0.hexDigit != nil }
    guard !digits.isEmpty else { return nil }
    return digits.array.suffix(8).reduce(0) { $0 << 4 | UInt32($1.hexDigit ?? 0) }
  }

  /// Where the value of a key begins.
  private static func place(of key: StaticString, in line: Span<UInt8>) -> Int? {
    for start in line.indices where line[start] == UInt8(ascii: " ") {
      if line.has(key, at: start) { return start + key.utf8CodeUnitCount }
    }
    return nil
  }
}
