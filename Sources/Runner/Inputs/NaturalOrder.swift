import ConverterCore
package import SystemPackage

/// The order of names as people number them: `page-2` before `page-10`.
package enum NaturalOrder {
  /// Whether a path comes before another: folder by folder, and runs of digits by the number that they are.
  package static func precedes(_ one: FilePath, _ other: FilePath) -> Bool {
    precedes(one.bytes, other.bytes)
  }

  package static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    var (left, right) = (one[...], other[...])
    while let a = left.first, let b = right.first {
      if isDigit(a), isDigit(b) {
        let (x, y) = (takeNumber(from: &left), takeNumber(from: &right))
        if x.count != y.count { return x.count < y.count }
        if !x.elementsEqual(y) { return x.lexicographicallyPrecedes(y) }
      } else {
        guard a == b else { return rank(a) < rank(b) }
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    // Names that differ by zeros before numbers alone.
    return one.lexicographicallyPrecedes(other)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// What a folder contains stands together, whatever else begins with its name.
  private static func rank(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? 0 : byte }

  /// The digits at the beginning, without zeros before them.
  private static func takeNumber(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: isDigit)
    bytes = bytes.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
