internal import PictureModel

/// What libjpeg is told before the first row.
struct JPEGParameters: Equatable {
  enum Input: Equatable {
    case gray, rgb
    /// Inverted, as Adobe stores it.
    case cmyk
    case planes
  }

  /// As JFIF stores it (ITU-T T.871, 10.1).
  struct Density: Equatable {
    enum Unit: Int {
      case aspect = 0
      case perInch = 1
      case perCentimetre = 2
    }

    var unit: Unit
    var x, y: Int
  }

  var width: Int
  var height: Int
  var input: Input
  var subsampling: ChromaSubsampling
  var quality: Int
  var progressive: Bool
  var optimised: Bool
  var density: Density

  init(_ source: any PixelSource, options: JPEGOptions, metadata: PictureMetadata) {
    width = source.width
    height = source.height
    quality = options.quality
    progressive = options.progressive
    optimised = options.optimised
    density = Density(metadata.dotsPerInch)
    // From 0.9 on people ask for the picture, not for a small file.
    subsampling = options.subsampling.chroma ?? (options.quality >= 90 ? .s444 : .s420)
    switch source.format.channels {
    case .gray, .ycbcr(.monochrome, _, _): input = .gray
    case .rgb: input = .rgb
    case .cmyk: input = .cmyk
    case .ycbcr(let own, _, _):
      input = .planes
      subsampling = own
    }
  }

  var needsAllCoefficients: Bool { progressive || optimised }

  /// Bytes that all coefficients take, whole blocks counted.
  var coefficientBytes: Int {
    func blocks(_ x: Int, _ y: Int) -> Int {
      ((width + 8 * x - 1) / (8 * x)) * ((height + 8 * y - 1) / (8 * y))
    }
    let full = blocks(1, 1)
    let chroma = blocks(subsampling.horizontal, subsampling.vertical)
    let count =
      switch input {
      case .gray: full
      case .rgb, .planes: full + 2 * chroma
      case .cmyk: 2 * full + 2 * chroma
      }
    return count * 128
  }
}

extension JPEGParameters.Density {
  /// The unit in which whole numbers come nearest.
  init(_ dotsPerInch: (x: Double, y: Double)?) {
    self.init(unit: .aspect, x: 1, y: 1)
    guard let (x, y) = dotsPerInch else { return }
    var smallestError = Double.infinity
    for (unit, factor) in [(Unit.perInch, 1.0), (.perCentimetre, 1 / 2.54)] {
      let values = [x * factor, y * factor]
      guard values.allSatisfy({ $0 >= 0.5 && $0 < 65535 }) else { continue }
      let error = values.map { ($0 - $0.rounded()).magnitude / $0 }.reduce(0, max)
      if error < smallestError - 1e-9 {
        smallestError = error
        self.init(unit: unit, x: Int(values[0].rounded()), y: Int(values[1].rounded()))
      }
    }
  }
}
