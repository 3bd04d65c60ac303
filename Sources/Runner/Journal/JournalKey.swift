import ConverterCore
public import SystemPackage

/// Identifies a conversion in a journal: the same file, unchanged, converted by the same version of fairy in the same
/// way.
public struct JournalKey: Hashable, Sendable {
  /// The place: which file becomes which.
  let high: UInt64
  /// The place, and all that decides on the result.
  let low: UInt64

  /// - Parameters:
  ///   - version: of fairy, for another one may write other bytes.
  ///   - input: any spelling of the path; it is made absolute.
  ///   - output: likewise.
  ///   - byteCount: of the input.
  ///   - modified: when the input was last written, in nanoseconds since 1970.
  ///   - request: everything else that decides on the result, in one fixed spelling.
  public init(
    version: String, input: FilePath, output: FilePath, byteCount: Int, modified: Int,
    request: [UInt8]
  ) {
    let place = [LexicalPath.absolute(input).bytes, LexicalPath.absolute(output).bytes]
    high = Self.digest(place)
    low = Self.digest(
      place + [
        Array(version.utf8), Array("\(byteCount)".utf8), Array("\(modified)".utf8), request,
      ])
  }

  private static func digest(_ parts: [[UInt8]]) -> UInt64 {
    var message: [UInt8] = []
    for part in parts {
      // With its length in front, no part can run into the next.
      message += "\(part.count):".utf8
      message += part
    }
    return MD5.digest(of: message[...]).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads 32 digits; `nil` for anything else.
  package init?(hexadecimal digits: Span<UInt8>) {
    guard digits.count == 32 else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for place in digits.indices {
      let digit = digits[place]
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

  package init?(hexadecimal digits: some Collection<UInt8>) {
    let digits = Array(digits)
    self.init(hexadecimal: digits.span)
  }

  /// 32 digits.
  public var hexadecimal: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
