import PictureModel

/// Makes of samples as they are stored those of a pixel format: they fill the range of 8 or 16 bits.
struct SampleReader: Sendable {
  let bits: Int
  let numbers: TIFFImage.Numbers
  /// Whether the smallest means the most light.
  let isInverted: Bool
  /// The numbers that mean black and white; `nil` for the least and the greatest of whole numbers.
  let range: ClosedRange<Double>?

  /// Reads `count` samples of a row.
  ///
  /// Nothing is checked here: ``StoredRows`` gives no row that has fewer bytes than the width's samples take, and
  /// ``TIFFImage`` no colours or opacity that the samples of a pixel are too few for.
  ///
  /// - Parameters:
  ///   - first: the number of the first sample among all of the row.
  ///   - step: from one sample to the next, in samples.
  ///   - target: gets bytes where samples have at most 8 bits, else words.
  ///   - targetStep: from one to the next there.
  func read(
    _ row: UnsafeRawPointer, first: Int, step: Int, count: Int, to target: UnsafeMutableRawPointer,
    targetStep: Int
  ) {
    if let range {
      return scale(
        row, first: first, step: step, count: count,
        to: target.assumingMemoryBound(to: UInt16.self), targetStep: targetStep, range)
    }
    switch (bits, numbers) {
    case (8, _):
      let flip: UInt8 = (isInverted ? 255 : 0) ^ (numbers == .signed ? 128 : 0)
      let to = target.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        to[index &* targetStep] =
          row.load(fromByteOffset: first &+ index &* step, as: UInt8.self) ^ flip
      }
    case (16, .unsigned), (16, .signed):
      let flip: UInt16 = (isInverted ? 65535 : 0) ^ (numbers == .signed ? 32768 : 0)
      let to = target.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count {
        to[index &* targetStep] =
          row.loadUnaligned(fromByteOffset: 2 &* (first &+ index &* step), as: UInt16.self) ^ flip
      }
    case (..<8, _):
      let to = target.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        to[index * targetStep] = UInt8(truncatingIfNeeded: full(row, first + index * step, 255))
      }
    default:
      let to = target.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count {
        to[index * targetStep] = UInt16(truncatingIfNeeded: full(row, first + index * step, 65535))
      }
    }
  }

  private func scale(
    _ row: UnsafeRawPointer, first: Int, step: Int, count: Int,
    to target: UnsafeMutablePointer<UInt16>, targetStep: Int, _ range: ClosedRange<Double>
  ) {
    for index in 0..<count {
      target[index * targetStep] = word(number(row, first + index * step), range)
    }
  }

  /// An index of colours.
  func index(_ row: UnsafeRawPointer, _ sample: Int) -> Int { Int(field(row, sample)) }

  /// A whole number brought to the range up to `most`.
  private func full(_ row: UnsafeRawPointer, _ sample: Int, _ most: UInt64) -> UInt64 {
    let largest = (UInt64(1) << UInt64(bits)) - 1
    var value = field(row, sample)
    if numbers == .signed { value ^= UInt64(1) << UInt64(bits - 1) }
    if isInverted { value = largest - value }
    return (value * most + largest / 2) / largest
  }

  /// The bits of a sample. Those that are no whole bytes follow each other, the highest first; others are numbers
  /// in the order of this machine.
  private func field(_ row: UnsafeRawPointer, _ sample: Int) -> UInt64 {
    switch bits {
    case 8: return UInt64(row.load(fromByteOffset: sample, as: UInt8.self))
    case 16: return UInt64(row.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self))
    case 32: return UInt64(row.loadUnaligned(fromByteOffset: 4 * sample, as: UInt32.self))
    case 64: return row.loadUnaligned(fromByteOffset: 8 * sample, as: UInt64.self)
    case 24:
      let bytes = (0..<3).map { UInt64(row.load(fromByteOffset: 3 * sample + $0, as: UInt8.self)) }
      return bytes[0] | bytes[1] << 8 | bytes[2] << 16
    default:
      let start = sample * bits
      var value: UInt64 = 0
      for byte in start / 8...(start + bits - 1) / 8 {
        value = value << 8 | UInt64(row.load(fromByteOffset: byte, as: UInt8.self))
      }
      let unused = 7 - (start + bits - 1) % 8
      return value >> UInt64(unused) & ((UInt64(1) << UInt64(bits)) - 1)
    }
  }

  /// A sample as the number that it is.
  func number(_ row: UnsafeRawPointer, _ sample: Int) -> Double {
    switch numbers {
    case .float: float(row, sample)
    case .unsigned: Double(field(row, sample))
    case .signed:
      Double(Int64(bitPattern: field(row, sample) << UInt64(64 - bits)) >> Int64(64 - bits))
    }
  }

  private func float(_ row: UnsafeRawPointer, _ sample: Int) -> Double {
    switch bits {
    case 16:
      Self.half(row.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self))
    case 24: Self.float24(UInt32(truncatingIfNeeded: field(row, sample)))
    case 32:
      Double(Float(bitPattern: row.loadUnaligned(fromByteOffset: 4 * sample, as: UInt32.self)))
    default:
      Double(bitPattern: row.loadUnaligned(fromByteOffset: 8 * sample, as: UInt64.self))
    }
  }

  /// Five bits of exponent and ten of fraction (IEEE 754).
  static func half(_ bits: UInt16) -> Double {
    let (exponent, fraction) = (Int(bits >> 10) & 31, Double(bits & 1023))
    return number(isNegative: bits >> 15 == 1, exponent, 31, fraction / 1024)
  }

  /// Seven bits of exponent and sixteen of fraction (Adobe's technical note 3).
  static func float24(_ bits: UInt32) -> Double {
    let (exponent, fraction) = (Int(bits >> 16) & 127, Double(bits & 65535))
    return number(isNegative: bits >> 23 == 1, exponent, 127, fraction / 65536)
  }

  private static func number(
    isNegative: Bool, _ exponent: Int, _ most: Int, _ fraction: Double
  ) -> Double {
    if exponent == most { return fraction > 0 ? .nan : isNegative ? -.infinity : .infinity }
    let bias = most / 2
    let size =
      exponent == 0
      ? Double(sign: .plus, exponent: 1 - bias, significand: 1) * fraction
      : Double(sign: .plus, exponent: exponent - bias, significand: 1) * (1 + fraction)
    return isNegative ? -size : size
  }

  private func word(_ value: Double, _ range: ClosedRange<Double>) -> UInt16 {
    // Halves, as the difference of the ends may be more than a number holds.
    let low = range.lowerBound / 2
    let share = (value / 2 - low) / (range.upperBound / 2 - low)
    // What is no number is black.
    guard share > 0 else { return isInverted ? 65535 : 0 }
    let whole = UInt16(min(1, share) * 65535 + 0.5)
    return isInverted ? 65535 - whole : whole
  }
}
