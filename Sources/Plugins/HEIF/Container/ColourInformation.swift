import ConverterCore
import PictureModel

/// A `colr` property (ISO/IEC 14496-12, 12.1.5).
enum ColourInformation: Sendable, Equatable {
  case codePoints(ColourCodePoints)
  /// An ICC profile, `prof` or `rICC`; never empty.
  case profile([UInt8])
  /// A type that is not known, or a profile of no bytes.
  case nothing

  init(parsing reader: FieldReader) throws(ConversionError) {
    var reader = reader
    switch try reader.fourCC() {
    case "nclx":
      let points = (try reader.uint16(), try reader.uint16(), try reader.uint16())
      // QuickTime's nclc ends here; some writers call it nclx.
      let isFullRange = reader.isAtEnd ? false : try reader.uint8() & 0x80 != 0
      self = .codePoints(
        ColourCodePoints(
          primaries: points.0, transfer: points.1, matrix: points.2, isFullRange: isFullRange))
    case "prof", "rICC":
      self = reader.isAtEnd ? .nothing : .profile(try reader.array(reader.remaining))
    default:
      self = .nothing
    }
  }
}

/// What samples mean, as code points of ISO/IEC 23091-2: in a `colr` property, in the VUI of HEVC,
/// in the sequence header of AV1.
struct ColourCodePoints: Sendable, Equatable {
  var primaries: Int
  var transfer: Int
  var matrix: Int
  var isFullRange: Bool

  /// What HEVC and AV1 bitstreams mean that say nothing.
  static let unspecified = ColourCodePoints(
    primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  var range: SampleRange { isFullRange ? .full : .limited }

  var primariesAndTransfer: CodingIndependentCodePoints {
    CodingIndependentCodePoints(primaries: primaries, transfer: transfer)
  }

  var description: ColourDescription {
    primariesAndTransfer.isUnspecified ? .unspecified : .cicp(primariesAndTransfer)
  }

  /// The coefficients that give R'G'B' from the planes.
  ///
  /// Unspecified ones are those of BT.601, as in JFIF and in libheif.
  ///
  /// - Throws: `unsupportedContent` for matrices that need linear light or are reserved.
  func matrixCoefficients() throws(ConversionError) -> MatrixCoefficients {
    switch matrix {
    case 0: return .identity
    case 1: return .bt709
    case 2, 5, 6: return .bt601
    case 4: return .weighted(red: 0.30, blue: 0.11)
    case 7: return .weighted(red: 0.212, blue: 0.087)
    case 8: return .ycgco
    // 10 is constant luminance, which differs from 9 in saturated colours only.
    case 9, 10: return .bt2020
    case 12: return try derivedCoefficients()
    default:
      throw .unsupported(
        "the picture uses matrix coefficients \(matrix) of ISO/IEC 23091-2, which fairy cannot "
          + "convert to RGB")
    }
  }

  /// The weights that the primaries give to luma (ISO/IEC 23091-2, equations 32 to 37).
  private func derivedCoefficients() throws(ConversionError) -> MatrixCoefficients {
    guard let weights = primariesAndTransfer.resolved.chromaticities?.matrixToXYZ?.luminanceWeights
    else {
      throw .unsupported(
        "the matrix coefficients follow from the colour primaries, but primaries \(primaries) of "
          + "ISO/IEC 23091-2 are not known")
    }
    return .weighted(red: weights.x, blue: weights.z)
  }
}
