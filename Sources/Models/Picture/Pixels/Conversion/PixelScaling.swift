/// Exact changes of sample depth.
enum PixelScaling {
  /// `value` of 0…255 on the scale of 0…65535.
  @inline(__always)
  static func wide(_ value: UInt8) -> UInt16 { UInt16(value) &* 257 }

  /// `value` of 0…65535 on the scale of 0…255, rounded: (value·255 + 32767) / 65535.
  @inline(__always)
  static func narrow(_ value: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) &* 255 &+ 32895) &>> 16)
  }

  /// A table from code values to others, so that `zero` becomes `newZero` and `zero + span` becomes
  /// `newZero + newSpan`, rounded exactly and held within `0…highest`.
  ///
  /// It has an entry for every value that a sample's memory can hold, whatever the format says.
  static func table(
    bitDepth: Int, from scale: (zero: Int, span: Int), to new: (zero: Int, span: Int), highest: Int
  ) -> [UInt16] {
    (0..<(bitDepth > 8 ? 65536 : 256)).map { code in
      let scaled = 2 * (code - scale.zero) * new.span + scale.span
      // Division that rounds down, below zero as well.
      let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: 2 * scale.span)
      let value = new.zero + quotient - (remainder < 0 ? 1 : 0)
      return UInt16(max(0, min(highest, value)))
    }
  }
}
