import ConverterCore

/// The part of a picture that `--crop` asks for: `800x600+100+50` in pixels from the top left, each of the four also
/// in per cent of its side: `50%x50%+25%+25%`.
struct CropGeometry: Equatable {
  enum Length: Equatable {
    case pixels(Int)
    case percent(Double)

    func pixels(of side: Int) -> Int {
      switch self {
      case .pixels(let count): count
      case .percent(let part): Int((Double(side) * part / 100).rounded())
      }
    }
  }

  var width, height, x, y: Length

  /// - Throws: `usage` for words that are no geometry.
  init(parsing text: String) throws(ConversionError) {
    let halves = text.split(separator: "+", omittingEmptySubsequences: false)
    let sides = halves[0].split(separator: "x", omittingEmptySubsequences: false)
    let lengths = (sides + halves.dropFirst()).compactMap(Self.length)
    guard sides.count == 2, halves.count == 3, lengths.count == 4 else {
      throw ConversionError(
        .usage,
        "\"\(text.printable)\" is no part of a picture: --crop takes WIDTHxHEIGHT+LEFT+TOP in pixels or "
          + "per cent, such as 800x600+100+50 or 50%x50%+25%+25%")
    }
    (width, height, x, y) = (lengths[0], lengths[1], lengths[2], lengths[3])
  }

  private static func length(_ words: Substring) -> Length? {
    let number = words.hasSuffix("%") ? words.dropLast() : words
    // `Int` and `Double` would also take signs, exponents and hexadecimal digits.
    guard number.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) else { return nil }
    if number.count == words.count {
      return Int(number).flatMap { (0...1_000_000_000).contains($0) ? .pixels($0) : nil }
    }
    return Double(number).flatMap { (0...100).contains($0) ? .percent($0) : nil }
  }

  /// What of it lies within a picture of `width`×`height`; `nil` if nothing does.
  func rectangle(width: Int, height: Int) -> PixelRectangle? {
    PixelRectangle(
      x: x.pixels(of: width), y: y.pixels(of: height), width: self.width.pixels(of: width),
      height: self.height.pixels(of: height)
    ).within(width: width, height: height)
  }
}

extension PixelRectangle {
  /// As `--crop` takes it: `800x600+100+50`.
  public var cropText: String { "\(width)x\(height)+\(x)+\(y)" }
}
