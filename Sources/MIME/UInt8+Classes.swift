extension UInt8 {
  /// A blank or a tab.
  @inline(__always)
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// The value of a digit of base 16, in capitals or not.
  @inline(__always)
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
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
    return zip(self, UnsafeRawBufferPointer(start: prefix.utf8Start, count: size))
      .allSatisfy { $0 == $1 }
  }
}
