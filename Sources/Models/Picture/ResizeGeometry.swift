public import ConverterCore

/// The size that `--resize` asks for.
///
/// | words | meaning |
/// |---|---|
/// | `800` | the longer side becomes 800 |
/// | `800x`, `x600` | the width or the height, aspect kept |
/// | `800x600` | fits inside, aspect kept |
/// | `800x600!` | exactly, aspect lost |
/// | `800x600^` | fills it, what hangs over is cropped evenly |
/// | `50%` | of both sides |
public enum ResizeGeometry: Sendable, Equatable {
  case longerSide(Int)
  case width(Int)
  case height(Int)
  case fit(width: Int, height: Int)
  case exact(width: Int, height: Int)
  case fill(width: Int, height: Int)
  case percent(Double)

  /// - Throws: `usage` for words that are not a geometry.
  public init(parsing text: String) throws(ConversionError) {
    func side(_ words: Substring) throws(ConversionError) -> Int {
      // `Int` would also take a sign.
      guard words.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(words),
        (1...1_000_000).contains(value)
      else {
        throw ConversionError(
          .usage, "\"\(text)\" is not a size: a side is a whole number from 1 to 1000000")
      }
      return value
    }
    if text.hasSuffix("%") {
      // `Double` would also take signs, exponents and hexadecimal digits.
      let number = text.dropLast()
      guard number.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }),
        let value = Double(number), value > 0, value <= 10_000
      else {
        throw ConversionError(
          .usage, "\"\(text)\" is not a size: use a percentage above 0, such as 50%")
      }
      self = .percent(value)
      return
    }
    let mode = text.last
    let body = mode == "!" || mode == "^" ? text.dropLast() : Substring(text)
    let sides = body.split(separator: "x", omittingEmptySubsequences: false)
    if sides.count == 1, body.count == text.count {
      self = .longerSide(try side(sides[0]))
      return
    }
    guard sides.count == 2, !(sides[0].isEmpty && sides[1].isEmpty) else {
      throw ConversionError(
        .usage, "\"\(text)\" is not a size: use 800, 800x, x600, 800x600, 800x600!, 800x600^ or 50%"
      )
    }
    switch (sides[0].isEmpty, sides[1].isEmpty, mode) {
    case (false, false, "!"): self = .exact(width: try side(sides[0]), height: try side(sides[1]))
    case (false, false, "^"): self = .fill(width: try side(sides[0]), height: try side(sides[1]))
    case (false, false, _): self = .fit(width: try side(sides[0]), height: try side(sides[1]))
    case (_, _, "!"), (_, _, "^"):
      throw ConversionError(
        .usage, "\"\(text)\" is not a size: ! and ^ need both sides, such as 800x600!")
    case (false, true, _): self = .width(try side(sides[0]))
    default: self = .height(try side(sides[1]))
    }
  }

  /// Whether it names the very size of the result.
  public var namesBothSides: Bool {
    switch self {
    case .exact, .fill: true
    case .longerSide, .width, .height, .fit, .percent: false
    }
  }

  /// What a picture of a given size becomes.
  public struct Result: Sendable, Equatable {
    /// The part of the source that is used, in source pixels: x, y, width, height.
    public var cropX: Double, cropY: Double, cropWidth: Double, cropHeight: Double
    /// The size of the result.
    public var width: Int, height: Int

    public init(
      cropX: Double = 0, cropY: Double = 0, cropWidth: Double, cropHeight: Double, width: Int,
      height: Int
    ) {
      (self.cropX, self.cropY) = (cropX, cropY)
      (self.cropWidth, self.cropHeight) = (cropWidth, cropHeight)
      (self.width, self.height) = (width, height)
    }
  }

  /// The part of a `width`×`height` picture that is used and the size it is brought to.
  ///
  /// - Parameters:
  ///   - width: of the picture, in pixels.
  ///   - height: of the picture.
  ///   - enlarge: without it no side becomes larger than it was.
  public func result(width: Int, height: Int, enlarge: Bool) -> Result {
    let (w, h) = (Double(width), Double(height))
    func scaled(by factor: Double) -> Result {
      let factor = enlarge ? factor : min(factor, 1)
      return Result(
        cropWidth: w, cropHeight: h, width: max(1, Int((w * factor).rounded())),
        height: max(1, Int((h * factor).rounded())))
    }
    switch self {
    case .longerSide(let side): return scaled(by: Double(side) / max(w, h))
    case .width(let side): return scaled(by: Double(side) / w)
    case .height(let side): return scaled(by: Double(side) / h)
    case .fit(let boxWidth, let boxHeight):
      return scaled(by: min(Double(boxWidth) / w, Double(boxHeight) / h))
    case .percent(let percent): return scaled(by: percent / 100)
    case .exact(let newWidth, let newHeight):
      return Result(
        cropWidth: w, cropHeight: h, width: enlarge ? newWidth : min(newWidth, width),
        height: enlarge ? newHeight : min(newHeight, height))
    case .fill(let boxWidth, let boxHeight):
      // Without enlarging, a box larger than the picture is cut down to it and keeps the crop.
      let factor = max(Double(boxWidth) / w, Double(boxHeight) / h)
      let used = enlarge ? factor : min(factor, 1)
      let cropWidth = min(w, Double(boxWidth) / used)
      let cropHeight = min(h, Double(boxHeight) / used)
      return Result(
        cropX: (w - cropWidth) / 2, cropY: (h - cropHeight) / 2, cropWidth: cropWidth,
        cropHeight: cropHeight, width: max(1, Int((cropWidth * used).rounded())),
        height: max(1, Int((cropHeight * used).rounded())))
    }
  }
}
