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

extension UnsafeRawBufferPointer {
  /// Without blanks, tabs and CR at both ends.
  var withoutBlanks: UnsafeRawBufferPointer {
    var (first, end) = (0, count)
    while first < end, self[first].isBlank || self[first] == UInt8(ascii: "\r") { first += 1 }
    while end > first, self[end - 1].isBlank || self[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[first..<end])
  }

  /// How many bytes are none of blank, tab, CR.
  var inkCount: Int {
    reduce(0) { $1.isBlank || $1 == UInt8(ascii: "\r") ? $0 : $0 + 1 }
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    let size = prefix.utf8CodeUnitCount
    guard count >= size else { return false }
    for index in 0..<size where self[index] != prefix.utf8Start[index] { return false }
    return true
  }
}
