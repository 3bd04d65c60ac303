import ConverterCore
import PictureModel

/// The part of an image to show, as fractions of pixels about its centre
/// (ISO/IEC 14496-12, 12.1.4).
struct CleanAperture: Sendable, Equatable {
  struct Fraction: Sendable, Equatable {
    let numerator: Int
    let denominator: Int
  }

  let width: Fraction
  let height: Fraction
  /// From the centre of the image to the centre of the part.
  let horizontalOffset: Fraction
  let verticalOffset: Fraction

  init(width: Fraction, height: Fraction, horizontalOffset: Fraction, verticalOffset: Fraction) {
    self.width = width
    self.height = height
    self.horizontalOffset = horizontalOffset
    self.verticalOffset = verticalOffset
  }

  init(parsing reader: FieldReader) throws(ConversionError) {
    var reader = reader
    func fraction() throws(ConversionError) -> Fraction {
      let fraction = Fraction(numerator: try reader.int32(), denominator: try reader.int32())
      guard fraction.denominator > 0 else {
        throw .damaged(
          "a clap property has a fraction with a denominator of \(fraction.denominator)")
      }
      return fraction
    }
    width = try fraction()
    height = try fraction()
    horizontalOffset = try fraction()
    verticalOffset = try fraction()
    guard width.numerator > 0, height.numerator > 0 else {
      throw .damaged("a clap property cuts everything away")
    }
  }

  /// The pixels to show of an image of this size, as far as they lie within it.
  ///
  /// - Throws: `damagedInput` when none does.
  func rectangle(width: Int, height: Int) throws(ConversionError) -> PixelRectangle {
    // Halves of a pixel, which no writer means, go where libheif lets them go: left and down.
    let columns = Self.span(of: self.width, offset: horizontalOffset, within: width)
    let rows = Self.span(of: self.height, offset: verticalOffset, within: height, roundsUp: true)
    guard !columns.isEmpty, !rows.isEmpty else {
      throw .damaged("a clap property shows nothing of the \(width)×\(height) pixels")
    }
    return PixelRectangle(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Begins at offset + (extent − size) / 2, rounded down, or with its half up, where it is not whole.
  private static func span(
    of size: Fraction, offset: Fraction, within extent: Int, roundsUp: Bool = false
  ) -> Range<Int> {
    // Every factor has at most 32 bits.
    let denominator = 2 * Int128(size.denominator) * Int128(offset.denominator)
    let numerator =
      (roundsUp ? denominator / 2 : 0) + 2 * Int128(offset.numerator) * Int128(size.denominator)
      + Int128(extent) * Int128(size.denominator) * Int128(offset.denominator)
      - Int128(size.numerator) * Int128(offset.denominator)
    let whole = numerator / denominator
    let start = Int(numerator < 0 && whole * denominator != numerator ? whole - 1 : whole)
    let end = start + max(1, size.numerator / size.denominator)
    return (0..<extent).clamped(to: start..<end)
  }
}
