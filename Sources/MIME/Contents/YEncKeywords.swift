/// A line of keywords of yEnc: `=ybegin part=1 line=128 size=1234 name=a file.bin`.
struct YEncKeywords {
  enum Kind {
    case begin, part, end
  }

  let kind: Kind
  /// What stands before the name.
  private let words: UnsafeRawBufferPointer
  /// The rest of the line behind `name=`, which may have blanks.
  let name: UnsafeRawBufferPointer?

  /// - Returns: `nil` for a line that is no such one.
  init?(_ line: UnsafeRawBufferPointer) {
    if line.hasPrefix("=ybegin ") {
      kind = .begin
    } else if line.hasPrefix("=ypart ") {
      kind = .part
    } else if line.hasPrefix("=yend") {
      kind = .end
    } else {
      return nil
    }
    let place = kind == .begin ? Self.place(of: " name=", in: line) : nil
    words = UnsafeRawBufferPointer(rebasing: line[..<(place.map { $0 - 6 } ?? line.count)])
    name = place.map { UnsafeRawBufferPointer(rebasing: line[$0...]).withoutBlanks }
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
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// A checksum of base 16, of which some encoders write 64 bits with the sign.
  func checksum(_ key: StaticString) -> UInt32? {
    guard let place = Self.place(of: key, in: words) else { return nil }
    let digits = words[place...].prefix { $0.hexDigit != nil }
    guard !digits.isEmpty else { return nil }
    return digits.suffix(8).reduce(0) { $0 << 4 | UInt32($1.hexDigit ?? 0) }
  }

  /// Where the value of a key begins.
  private static func place(of key: StaticString, in line: UnsafeRawBufferPointer) -> Int? {
    for start in line.indices where line[start] == UInt8(ascii: " ") {
      let rest = UnsafeRawBufferPointer(rebasing: line[start...])
      if rest.hasPrefix(key) { return start + key.utf8CodeUnitCount }
    }
    return nil
  }
}
