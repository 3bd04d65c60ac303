import ConverterCore
import PictureModel
import TIFFStructure

/// The numbers that mean black and white; `nil` for the least and the greatest of whole numbers.
///
/// Floating-point numbers go from 0 to 1, and whole numbers from the least to the greatest that there is, if the
/// file says nothing else. Files of measurements do neither: scaled that way they would be all black, or black and
/// white. Of those the numbers that occur decide.
struct SampleRanges {
  private(set) var colours: ClosedRange<Double>?
  private(set) var opacity: ClosedRange<Double>?

  /// - Throws: `limitExceeded`, `damagedInput`, `missingLibrary`, `readFailed`.
  init(_ image: TIFFImage, in context: ConversionContext) throws(ConversionError) {
    (colours, opacity) = (image.usualRange, image.usualRange)
    guard image.numbers == .float || image.bits > 16 else { return }
    if let said = try image.saidRange {
      (colours, opacity) = (said, said)
      return
    }
    let found = try SampleSurvey(image, in: context)
    if let values = found.colours, !image.isUsual(values) {
      colours = Self.range(of: values)
      let (low, high) = (Self.text(values.lowerBound), Self.text(values.upperBound))
      context.warn(
        low == high
          ? "its samples are all \(low), which does not say how bright that is"
          : "its samples go from \(low) to \(high): they are scaled so that they fill the whole range"
      )
    }
    if let values = found.opacity, !image.isUsual(values) {
      opacity = 0...max(values.upperBound, 1)
    }
  }

  /// The same numbers, or more where there is but one.
  private static func range(of values: ClosedRange<Double>) -> ClosedRange<Double> {
    guard values.lowerBound == values.upperBound else { return values }
    return min(0, values.lowerBound)...max(1, values.upperBound)
  }

  /// A number for people: at most six digits of a fraction.
  private static func text(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return "\(value)" }
    if value == value.rounded() { return "\(Int(value))" }
    return "\((value * 1e6).rounded() / 1e6)"
  }
}

extension TIFFImage {
  fileprivate var usualRange: ClosedRange<Double>? {
    switch numbers {
    case .float: 0...1
    case .unsigned where bits > 32: 0...Double(UInt64.max)
    case .signed where bits > 32: Double(Int64.min)...Double(Int64.max)
    default: nil
    }
  }

  /// What floating-point samples mean black and white, where the file says it.
  fileprivate var saidRange: ClosedRange<Double>? {
    get throws(ConversionError) {
      guard numbers == .float, let low = try directory.number(TIFFTag.smallestSample),
        let high = try directory.number(TIFFTag.largestSample), low.isFinite, high.isFinite,
        low < high, (high - low).isFinite
      else { return nil }
      return low...high
    }
  }

  /// Whether samples that go so far make a picture without being scaled: whole numbers are to take at least a
  /// 256th of their range, which leaves as many steps as a byte has.
  fileprivate func isUsual(_ values: ClosedRange<Double>) -> Bool {
    let least = Double(sign: .plus, exponent: bits - 8, significand: 1)
    return switch numbers {
    case .float: values.lowerBound >= 0 && values.upperBound <= 1
    case .unsigned: values.upperBound == 0 || values.upperBound >= least
    case .signed:
      values.lowerBound == values.upperBound || values.upperBound - values.lowerBound >= least
    }
  }
}

/// The least and the greatest finite numbers among the samples of a picture.
private struct SampleSurvey {
  private(set) var colours: ClosedRange<Double>?
  private(set) var opacity: ClosedRange<Double>?

  init(_ image: TIFFImage, in context: ConversionContext) throws(ConversionError) {
    let colourCount = image.colours?.count ?? 3
    let count = colourCount + (image.alpha == .none ? 0 : 1)
    let rows = try StoredRows(image, planes: image.isPlanar ? count : 1, in: context)
    let reader = SampleReader(
      bits: image.bits, numbers: image.numbers, isInverted: false, range: nil)
    for y in 0..<image.height {
      if y.isMultiple(of: 64) { try context.checkpoint() }
      for channel in 0..<count {
        let row = try rows.row(y, plane: image.isPlanar ? channel : 0)
        let values = Self.extremes(
          of: row, reader, first: image.isPlanar ? 0 : channel,
          step: image.isPlanar ? 1 : image.samples, count: image.width)
        if channel < colourCount {
          colours = Self.join(colours, values)
        } else {
          opacity = Self.join(opacity, values)
        }
      }
    }
  }

  private static func extremes(
    of row: Span<UInt8>, _ reader: SampleReader, first: Int, step: Int, count: Int
  ) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in 0..<count {
      let value = reader.number(row, first + index * step)
      guard value.isFinite else { continue }
      low = min(low, value)
      high = max(high, value)
    }
    return low <= high ? low...high : nil
  }

  private static func join(
    _ range: ClosedRange<Double>?, _ other: ClosedRange<Double>?
  ) -> ClosedRange<Double>? {
    guard let range, let other else { return range ?? other }
    return min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
  }
}
