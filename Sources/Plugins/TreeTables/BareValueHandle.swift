import CVectors
import ConverterCore
import TreeModel

/// Texts that are written like a value of JSON, by the same rule as where tables are written as JSON.
enum BareValue {
  /// - Returns: `nil` for what stays text. The token's text is the same.
  static func kind(of text: UnsafeRawBufferPointer) -> Token.Kind? {
    let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard fairy_json_is_bare(start, text.count) != 0 else { return nil }
    return switch text.first {
    case nil: .null
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    default: .number
    }
  }
}
