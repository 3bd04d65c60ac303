import ConverterCore

/// A line of uuencode: a character that says how many bytes it holds, then 6 bits a character.
struct UULine: ~Escapable {
  /// 0 … 63; encoders write 45 into all but the last.
  let byteCount: Int
  /// The characters, as far as they are there: blanks at the end may have got lost on the way.
  private let digits: Span<UInt8>
  /// Bytes behind those that are needed.
  private let rest: Span<UInt8>

  /// - Parameter line: without its line end.
  /// - Returns: `nil` for a line that is no such one.
  @_lifetime(copy line)
  init?(_ line: Span<UInt8>) {
    guard let first = line.first, Self.isDigit(first) else { return nil }
    byteCount = Int((first &- 0x20) & 63)
    let end = min(line.count, 1 + (byteCount * 4 + 2) / 3)
    digits = line[1..<end]
    rest = line[end...]
    guard digits.allSatisfy(Self.isDigit) else { return nil }
  }

  /// Blank to `_`, and the accent that most encoders write for a blank.
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x20 && byte <= 0x60 }

  /// Whether the line is as long as it says, with the last group whole or not, and a checksum or none.
  var isExact: Bool {
    let needed = (byteCount * 4 + 2) / 3
    return digits.count == needed && needed + rest.count <= (byteCount + 2) / 3 * 4 + 1
  }

  /// Whether it can hardly be prose: as long as it says, or a full line that lost blanks.
  var isCertain: Bool {
    byteCount > 0 && (isExact || (byteCount == 45 && digits.count >= 30 && rest.isEmpty))
  }

  /// Bytes behind the last group, more than a checksum.
  var oddBytes: Int {
    let room = (byteCount + 2) / 3 * 4 + 1 - digits.count
    return rest.dropFirst(max(0, room)).count { !$0.isBlank }
  }

  func decode(into output: ByteBuffer) {
    var at = 0
    var left = byteCount
    while left > 0 {
      let isWhole = digits.count - at >= 4
      var group: UInt32 = 0
      for index in at..<at + 4 {
        let digit = isWhole || index < digits.count ? digits[index] &- 0x20 : 0
        group = group << 6 | UInt32(digit & 63)
      }
      output.append(UInt8(truncatingIfNeeded: group >> 16))
      if left > 1 { output.append(UInt8(truncatingIfNeeded: group >> 8)) }
      if left > 2 { output.append(UInt8(truncatingIfNeeded: group)) }
      at += 4
      left -= 3
    }
  }
}

/// The line that a file begins with in uuencode: `begin 644 name`.
struct UUBegin: ~Escapable {
  /// As it is written; it may be empty.
  let name: Span<UInt8>
  /// Whether the permissions have three or four digits, as all encoders write them.
  let isUsual: Bool

  /// - Returns: `nil` for a line that is no such one.
  @_lifetime(copy line)
  init?(_ line: Span<UInt8>) {
    guard line.has("begin ") else { return nil }
    let rest = line[6...]
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "7") }
    guard !digits.isEmpty else { return nil }
    isUsual = digits.count == 3 || digits.count == 4
    let behind = rest[digits.count...]
    guard behind.first?.isBlank ?? true else { return nil }
    name = behind.withoutBlanks
  }

  static func isEnd(_ line: Span<UInt8>) -> Bool {
    line.withoutBlanks.equals("end")
  }
}
