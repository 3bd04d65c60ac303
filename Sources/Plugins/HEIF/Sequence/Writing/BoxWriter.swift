import ConverterCore

/// Boxes of ISO/IEC 14496-12 as bytes.
enum BoxWriter {
  static func box(_ type: StaticString, _ content: [UInt8]...) -> [UInt8] {
    let content = content.joined()
    return number(content.count + 8, 4) + type.span.array + content
  }

  static func fullBox(
    _ type: StaticString, version: UInt8 = 0, flags: Int = 0, _ content: [UInt8]...
  ) -> [UInt8] {
    let content = content.joined()
    return number(content.count + 12, 4) + type.span.array + [version]
      + number(flags, 3) + content
  }

  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func text(_ text: StaticString) -> [UInt8] { text.span.array }
}
