/// An opaque sRGB colour, 8 bits a channel.
public struct Color: Sendable, Equatable, CustomStringConvertible {
  public let red, green, blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let white = Color(red: 255, green: 255, blue: 255)
  public static let black = Color(red: 0, green: 0, blue: 0)

  /// Reads `white`, `#fff`, `#ffffff` or `255,255,255`.
  ///
  /// - Throws: `usage` for anything else.
  public init(parsing text: String) throws(ConversionError) {
    if let named = Color.named[text.lowercased()] {
      self = named
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { UInt8($0) }
    if parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] {
      self.init(red: red, green: green, blue: blue)
      return
    }
    let digits = text.hasPrefix("#") ? text.dropFirst() : Substring(text)
    if let value = UInt32(digits, radix: 16), digits.allSatisfy(\.isHexDigit) {
      if digits.count == 6 {
        self.init(
          red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
          blue: UInt8(truncatingIfNeeded: value))
        return
      }
      if digits.count == 3 {
        self.init(
          red: UInt8(value >> 8 & 15) * 17, green: UInt8(value >> 4 & 15) * 17,
          blue: UInt8(value & 15) * 17)
        return
      }
    }
    throw ConversionError(
      .usage,
      "colour \"\(text)\" is not known: use a name (\(Color.named.keys.sorted().joined(separator: ", "))), "
        + "#rrggbb or r,g,b")
  }

  /// `#rrggbb`.
  public var description: String {
    "#"
      + [red, green, blue].map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  private static let named: [String: Color] = [
    "white": .white, "black": .black,
    "gray": Color(red: 128, green: 128, blue: 128), "grey": Color(red: 128, green: 128, blue: 128),
    "red": Color(red: 255, green: 0, blue: 0), "green": Color(red: 0, green: 128, blue: 0),
    "blue": Color(red: 0, green: 0, blue: 255), "yellow": Color(red: 255, green: 255, blue: 0),
    "magenta": Color(red: 255, green: 0, blue: 255), "cyan": Color(red: 0, green: 255, blue: 255),
  ]
}
