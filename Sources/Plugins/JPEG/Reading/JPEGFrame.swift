internal import PictureModel

/// What a JPEG header says of its picture (ITU-T T.81, B.2.2).
struct JPEGFrame: Equatable {
  enum Colours: Equatable {
    case gray, rgb, ycbcr
    /// CMYK as such, or with its first three inks as YCbCr.
    case cmyk, ycck
  }

  /// Horizontal and vertical sampling factor of a component, 1…4.
  struct Sampling: Equatable {
    var horizontal, vertical: Int
  }

  var width: Int
  var height: Int
  var colours: Colours
  var sampling: [Sampling]
  var isProgressive: Bool
  var isArithmetic: Bool
  /// Whether every coefficient is collected before the first row comes.
  var hasSeveralScans: Bool
  /// Whether CMYK samples are inverted, as Adobe's segment APP14 implies.
  var hasAdobeSegment: Bool
  /// Bytes that all coefficients take.
  var coefficientBytes: Int
  /// The steps of the first component's quantization table, added up; 0 where it is not known.
  var quantizationSum: Int
}

extension JPEGFrame {
  /// The subsampling of an ordinary YCbCr picture; `nil` for any other.
  var subsampling: ChromaSubsampling? {
    guard colours == .ycbcr, sampling.count == 3, sampling[1] == sampling[2] else { return nil }
    let (luma, chroma) = (sampling[0], sampling[1])
    guard luma.horizontal % chroma.horizontal == 0, luma.vertical % chroma.vertical == 0 else {
      return nil
    }
    return ChromaSubsampling(
      horizontal: luma.horizontal / chroma.horizontal, vertical: luma.vertical / chroma.vertical)
  }

  /// The format that costs least.
  var nativeFormat: PixelFormat {
    switch colours {
    case .gray: .gray8
    case .rgb: .rgb8
    case .ycbcr: subsampling.map(PixelFormat.jfif) ?? .rgb8
    case .cmyk, .ycck: .cmyk8
    }
  }

  /// How the samples are coded, for people: "progressive, 4:2:0".
  var coding: String {
    var words = [isProgressive ? "progressive" : "baseline"]
    if isArithmetic { words = [isProgressive ? "arithmetic, progressive" : "arithmetic"] }
    switch colours {
    case .gray: words.append("gray")
    case .rgb: words.append("RGB")
    case .cmyk: words.append("CMYK")
    case .ycck: words.append("YCCK")
    case .ycbcr: words.append(samplingText)
    }
    return words.joined(separator: ", ")
  }

  private var samplingText: String {
    if let subsampling { return subsampling.rawValue }
    if sampling.map(\.horizontal) == [4, 1, 1], sampling.allSatisfy({ $0.vertical == 1 }) {
      return "4:1:1"
    }
    let factors = sampling.map { "\($0.horizontal)×\($0.vertical)" }
    return "sampled \(factors.joined(separator: " "))"
  }
}

extension ChromaSubsampling {
  /// The subsampling of colour with so many luma columns and rows for each of chroma.
  init?(horizontal: Int, vertical: Int) {
    switch (horizontal, vertical) {
    case (1, 1): self = .s444
    case (2, 1): self = .s422
    case (1, 2): self = .s440
    case (2, 2): self = .s420
    default: return nil
    }
  }
}
