import ConverterCore
import PDFObjects

/// What an image is to become.
struct RecodingGoal: Sendable {
  /// The present resolution: the smallest over all uses. Not finite or not positive where it is not known.
  var dpi: Double
  var targetDPI: Double
  /// For images of two colours, whose edges are text more often than not.
  var monoDPI: Double
  var quality: Quality
  /// Whether colours must stay in the space that they are in: another one may be given another meaning.
  var keepsColourSpace = false

  /// A resolution this little above the target is left as it is: to resample costs more sharpness than bytes.
  var tolerance = Self.usualTolerance

  static let usualTolerance = 1.5
}

enum Recoding: Sendable {
  case recoded(RecodedImage)
  /// - Parameter reason: a part of a sentence: "it is JBIG2 already".
  case leftAlone(reason: String)
}

/// The colour space of a recoded image.
indirect enum ColourSpaceChoice: Sendable, Equatable {
  /// What the stream has.
  case kept
  case gray, rgb, cmyk
  /// The base of the Indexed space that the stream has.
  case base
  /// - Parameter palette: a byte for each component of each colour.
  case indexed(ColourSpaceChoice, colours: Int, palette: [UInt8])
}

/// An image stream in a smaller coding.
struct RecodedImage: Sendable {
  enum Parameter: Sendable, Equatable {
    case integer(Int)
    case boolean(Bool)
  }

  /// What happens to the array of a stream that maps samples to colours.
  enum Decode: Sendable, Equatable {
    case kept, removed
    case replaced([Double])
  }

  var width: Int
  var height: Int
  /// Bits of a component.
  var bits: Int
  var colourSpace: ColourSpaceChoice
  /// As receipts name it: "JPEG", "Flate", "CCITT G4", "JBIG2".
  var codec: String
  /// With its slash: `/DCTDecode`.
  var filter: String
  /// Decoding parameters by their names with slashes.
  var parameters: [(String, Parameter)]
  var decode: Decode
  var bytes: [UInt8]
}
