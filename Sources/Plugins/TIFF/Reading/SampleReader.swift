import ConverterCore
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
  /// What is read is checked. The target has room: ``TIFFPixelSource`` asks for as many samples as a row of its band
  /// has, whose format has the channels that it writes.
  ///
  /// - Parameters:
  ///   - first: the number of the first sample among all of the row.
  ///   - step: from one sample to the next, in samples.
  ///   - target: gets bytes where samples have at most 8 bits, else words.
  ///   - targetStep: from one to the next there.
  func read(
    _ row: Span<UInt8>, first: Int, step: Int, count: Int, to target: UnsafeMutableRawPointer,
    targetStep: Int
  ) {
    if let range {
      return unsafe scale(
        row, first: first, step: step, count: count,
        to: target.assumingMemoryBound(to: UInt16.self), targetStep: targetStep, range)
    }
    switch (bits, numbers) {
    case (8, _): unsafe copyBytes(row, first, step, count, to: target, targetStep)
    case (16, .unsigned), (16, .signed):
      unsafe copyWords(row, first, step, count, to: target, targetStep)
    case (..<8, _):
      let to = unsafe target.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        unsafe to[index * targetStep] = UInt8(
          truncatingIfNeeded: full(row, first + index * step, 255))
      }
    default:
      let to = unsafe target.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count {
        unsafe to[index * targetStep] = UInt16(
          truncatingIfNeeded: full(row, first + index * step, 65535))
      }
    }
  }

  private func copyBytes(
    _ row: Span<UInt8>, _ first: Int, _ step: Int, _ count: Int,
    to target: UnsafeMutableRawPointer, _ targetStep: Int
  ) {
    // One check for the last one in place of one for each: none before it reaches as far.
    precondition(count == 0 || first + (count - 1) * step < row.count, "the row is there")
    let flip: UInt8 = (isInverted ? 255 : 0) ^ (numbers == .signed ? 128 : 0)
    let to = unsafe target.assumingMemoryBound(to: UInt8.self)
    unsafe row.withUnsafeBytes { row in
      for index in 0..<count {
        unsafe to[index &* targetStep] = row[first &+ index &* step] ^ flip
      }
    }
  }

  private func copyWords(
    _ row: Span<UInt8>, _ first: Int, _ step: Int, _ count: Int,
    to target: UnsafeMutableRawPointer, _ targetStep: Int
  ) {
    // As above, of two bytes each.
    precondition(count == 0 || 2 * (first + (count - 1) * step) + 1 < row.count, "the row is there")
    let flip: UInt16 = (isInverted ? 65535 : 0) ^ (numbers == .signed ? 32768 : 0)
    let to = unsafe target.assumingMemoryBound(to: UInt16.self)
    unsafe row.withUnsafeBytes { row in
      guard let start = row.baseAddress else { return }
      for index in 0..<count {
        unsafe to[index &* targetStep] =
          unsafe start.loadUnaligned(fromByteOffset: 2 &* (first &+ index &* step), as: UInt16.self)
          ^ flip
      }
    }
  }

  private func scale(
    _ row: Span<UInt8>, first: Int, step: Int, count: Int,
    to target: UnsafeMutablePointer<UInt16>, targetStep: Int, _ range: ClosedRange<Double>
  ) {
    for index in 0..<count {
      unsafe target[index * targetStep] = word(number(row, first + index * step), range)
    }
  }

  /// An index of colours.
  func index(_ row: Span<UInt8>, _ sample: Int) -> Int { Int(field(row, sample)) }

  /// A whole number brought to the range up to `most`.
  private func full(_ row: Span<UInt8>, _ sample: Int, _ most: UInt64) -> UInt64 {
    let largest = (UInt64(1) << UInt64(bits)) - 1
    var value = field(row, sample)
    if numbers == .signed { value ^= UInt64(1) << UInt64(bits - 1) }
    if isInverted { value = largest - value }
    return (value * most + largest / 2) / largest
  }

  /// The bits of a sample. Those that are no whole bytes follow each other, the highest first; others are numbers
  /// in the order of this machine, which is that of all that fairy runs on: least significant byte first.
  private func field(_ row: Span<UInt8>, _ sample: Int) -> UInt64 {
    switch bits {
    case 8: return UInt64(row[sample])
    case 16: return UInt64(row.littleEndian(at: 2 * sample, as: UInt16.self))
    case 32: return UInt64(row.littleEndian(at: 4 * sample, as: UInt32.self))
    case 64: return row.littleEndian(at: 8 * sample, as: UInt64.self)
    case 24:
      let low = UInt64(row[3 * sample]) | UInt64(row[3 * sample + 1]) << 8
      return low | UInt64(row[3 * sample + 2]) << 16
    case ..<32: return UInt64(row.bits(at: sample * bits, count: bits))
    default:
      let (start, high) = (sample * bits, bits - 32)
      return UInt64(row.bits(at: start, count: high)) << 32
        | UInt64(row.bits(at: start + high, count: 32))
    }
  }

  /// A sample as the number that it is.
  func number(_ row: Span<UInt8>, _ sample: Int) -> Double {
    switch numbers {
    case .float: float(row, sample)
    case .unsigned: Double(field(row, sample))
    case .signed:
      Double(Int64(bitPattern: field(row, sample) << UInt64(64 - bits)) >> Int64(64 - bits))
    }
  }

  private func float(_ row: Span<UInt8>, _ sample: Int) -> Double {
    switch bits {
    case 16:
      Self.half(row.littleEndian(at: 2 * sample))
    case 24: Self.float24(UInt32(truncatingIfNeeded: field(row, sample)))
    case 32:
      Double(Float(bitPattern: row.littleEndian(at: 4 * sample)))
    default:
      Double(bitPattern: row.littleEndian(at: 8 * sample))
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
