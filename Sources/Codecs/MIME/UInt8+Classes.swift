internal import ConverterCore

extension UInt8 {
  /// A blank or a tab.
  @inline(__always)
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// The value of a digit of base 16, in capitals or not.
  @inline(__always)
  var hexDigit: UInt8? {
    // Without branches, which nobody can predict here.
    let digit = self &- UInt8(ascii: "0")
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    let value = digit < 10 ? digit : letter < 6 ? letter &+ 10 : 255
    return value < 16 ? value : nil
  }
}

extension Span<UInt8> {
  /// Without blanks, tabs and CR at both ends.
  var withoutBlanks: Span<UInt8> {
    @_lifetime(copy self) get { trimmed { $0.isBlank || $0 == UInt8(ascii: "\r") } }
  }

  /// How many bytes are none of blank, tab, CR.
  var inkCount: Int {
    count { !$0.isBlank && $0 != UInt8(ascii: "\r") }
  }
}
