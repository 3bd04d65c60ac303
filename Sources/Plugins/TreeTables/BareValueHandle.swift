import CVectors
import ConverterCore
import TreeModel

/// Texts that are written like a value of JSON, by the same rule as where tables are written as JSON.
enum BareValue {
  /// - Returns: `nil` for what stays text. The token's text is the same.
  static func kind(of text: Span<UInt8>) -> Token.Kind? {
    // The loop reads the bytes of the text alone.
    let isBare = unsafe text.withUnsafeBufferPointer {
      unsafe fairy_json_is_bare($0.baseAddress, $0.count) != 0
    }
    guard isBare else { return nil }
    return switch text.first {
    case nil: .null
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    default: .number
    }
  }
}
