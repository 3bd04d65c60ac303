/// The checksum of zlib streams (RFC 1950, section 9).
public enum Adler32 {
  private static let base: UInt64 = 65521

  /// The checksum of two parts, one behind the other, from those of each.
  public static func combine(_ first: UInt32, _ second: UInt32, secondByteCount: Int) -> UInt32 {
    let (low, high) = (UInt64(first & 0xFFFF), UInt64(first >> 16))
    let (otherLow, otherHigh) = (UInt64(second & 0xFFFF), UInt64(second >> 16))
    let count = UInt64(secondByteCount) % base
    // Every byte of the second part adds the low half of the first once more to the high half; both halves
    // of a checksum begin with 1 and 0.
    let sum = (low + otherLow + base - 1) % base
    let sums = (high + otherHigh + count * (low + base - 1)) % base
    return UInt32(sums << 16 | sum)
  }
}
