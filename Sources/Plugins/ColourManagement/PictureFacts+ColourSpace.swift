internal import PictureModel

/// The samples of a picture without their layout.
enum ColourModel {
  case gray, rgb, cmyk

  var name: String {
    switch self {
    case .gray: "gray"
    case .rgb: "RGB"
    case .cmyk: "CMYK"
    }
  }
}

extension PixelFormat {
  var colourModel: ColourModel {
    switch channels {
    case .gray: .gray
    case .rgb: .rgb
    case .cmyk: .cmyk
    case .ycbcr(let subsampling, _, _): subsampling == .monochrome ? .gray : .rgb
    }
  }

  /// The same samples interleaved, alpha straight, at the depth that holds them.
  func interleaved(_ model: ColourModel, isDeep: Bool) -> PixelFormat {
    let channels: Channels =
      switch model {
      case .gray: .gray
      case .rgb: .rgb
      case .cmyk: .cmyk
      }
    return PixelFormat(
      channels, alpha: hasAlpha ? .straight : .none, bitDepth: isDeep ? 16 : 8)
  }
}

extension PictureFacts {
  var isDeep: Bool { sampleDepth > 8 }

  /// sRGB or Display P3, where the colours are in one of them; gray counts as both.
  ///
  /// `nil` for all other spaces.
  var space: CodingIndependentCodePoints? {
    let points: CodingIndependentCodePoints? =
      switch colour {
      case .unspecified: .sRGB
      case .icc(let bytes): (try? ICCProfile(bytes))?.codePoints
      case .cicp(let points): points.resolved
      case .calibrated: nil
      }
    guard format.colourModel == .gray, let points else { return points }
    return points.transfer == 13 ? .sRGB : points
  }

  /// What the colours mean, as a profile that fits the samples; `nil` where no profile can say it.
  var profile: ICCProfile? {
    let model = format.colourModel
    switch colour {
    case .unspecified: return .of(.sRGB, for: model)
    case .icc(let bytes): return try? ICCProfile(bytes)
    case .cicp(let points): return .of(points.resolved, for: model)
    case .calibrated(let gamma, let chromaticities):
      // The exponent of a PNG's gamma chunk is the encoder's.
      let exponent = 1 / gamma
      guard exponent > 0.1, exponent < 10 else { return nil }
      let curve = ToneCurve.gamma(exponent)
      if model == .gray { return ICCProfile(gray: curve, name: "Gray, \(spaceName)") }
      guard let primaries = chromaticities ?? CodingIndependentCodePoints.sRGB.chromaticities
      else { return nil }
      return ICCProfile(primaries, curve: curve, name: spaceName)
    }
  }

  /// The space for people: "Display P3", "gamma 0.45455".
  var spaceName: String { colour.name ?? "an unnamed space" }
}

extension ICCProfile {
  static func of(_ points: CodingIndependentCodePoints, for model: ColourModel) -> ICCProfile? {
    switch model {
    case .gray: ICCProfile(gray: points)
    case .rgb: ICCProfile(points)
    case .cmyk: nil
    }
  }
}
