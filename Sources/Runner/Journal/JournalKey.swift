import ConverterCore
public import SystemPackage

/// What one conversion is known by in a journal: the same file, unchanged, converted by the same fairy
/// in the same way.
public struct JournalKey: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// - Parameters:
  ///   - version: of fairy, for another one may write other bytes.
  ///   - input: any spelling of the path; it is made absolute.
  ///   - byteCount: of the input.
  ///   - modified: when the input was last written, in nanoseconds since 1970.
  ///   - request: everything else that decides on the result, in one fixed spelling.
  public init(
    version: String, input: FilePath, byteCount: Int, modified: Int, request: [UInt8]
  ) {
    var path = LexicalPath()
    path.assign(input)
    var message: [UInt8] = []
    for part in [
      Array(version.utf8), path.bytes, Array("\(byteCount)".utf8), Array("\(modified)".utf8),
      request,
    ] {
      // With its length in front, no part can run into the next.
      message += "\(part.count):".utf8
      message += part
    }
    let digest = MD5.digest(of: message[...])
    high = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = digest.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads 32 digits; `nil` for anything else.
  package init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 32 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(value)
    }
    (self.high, self.low) = (high, low)
  }

  /// 32 digits.
  public var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
