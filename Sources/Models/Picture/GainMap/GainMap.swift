/// How a second picture makes an HDR picture of a base that any display can show (ISO 21496-1).
///
/// For each sample of the base, in linear light, the gain map has one that says by how many stops it is to be
/// brightened, as far as the display's headroom goes:
/// `hdr = (base + baseOffset) · 2^(weight · (minimum + (maximum − minimum) · sample^(1/gamma))) − alternateOffset`.
public struct GainMap: Sendable, Equatable {
  /// Whose form the file has it in.
  public enum Kind: String, Sendable {
    /// ISO 21496-1: a `tmap` item in HEIF, an APP2 segment in JPEG.
    case iso
    /// Adobe's and Google's properties in XMP, which mean the same.
    case ultraHDR
    /// Apple's, whose samples are light and not stops: ``Picture/gainMapPicture(in:)`` recodes them.
    case apple
  }

  /// What the samples of one colour mean.
  public struct Channel: Sendable, Equatable {
    /// Stops of the samples 0 and 1.
    public var minimum: Double
    public var maximum: Double
    public var gamma = 1.0
    /// Added to linear light of the base, and taken from the result.
    public var baseOffset = 0.0
    public var alternateOffset = 0.0

    public init(minimum: Double, maximum: Double) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  public var kind: Kind
  /// One for all colours, or red, green and blue.
  public var channels: [Channel]
  /// What a display must be capable of to be shown the base as it is, in stops above SDR white; 0 for SDR.
  public var baseHeadroom = 0.0
  /// What it must be capable of for the gain map to have its whole effect.
  public var alternateHeadroom: Double
  /// Whether the gains are for light in the base's primaries; else for that in the gain map's.
  public var usesBaseColours = true
  /// Which of the picture's siblings it is.
  public var sibling = "gainmap"
  /// Where it lies now that the picture has been cut and scaled; its reader sets it.
  public var placement = Placement()

  public init(_ kind: Kind, channels: [Channel], alternateHeadroom: Double) {
    self.kind = kind
    self.channels = channels
    self.alternateHeadroom = alternateHeadroom
  }

  /// No display, and no camera, goes anywhere near this many stops.
  static let mostStops = 64.0

  /// Whether the numbers can be reckoned with: finite, in order, and not of astronomical size.
  var isPlausible: Bool {
    func isSmall(_ value: Double) -> Bool { value.magnitude <= Self.mostStops }
    return (channels.count == 1 || channels.count == 3)
      && baseHeadroom >= 0 && alternateHeadroom >= 0
      && [baseHeadroom, alternateHeadroom].allSatisfy(isSmall)
      && channels.allSatisfy { channel in
        [channel.minimum, channel.maximum, channel.baseOffset, channel.alternateOffset]
          .allSatisfy(isSmall)
          && channel.minimum <= channel.maximum
          && (1 / Self.mostStops...Self.mostStops).contains(channel.gamma)
      }
  }
}

extension GainMap {
  /// What was done to the picture since it was read, for its gain map to follow.
  public struct Placement: Sendable, Equatable {
    enum Step: Sendable, Equatable {
      /// A part, in fractions of the sides.
      case part(x: Double, y: Double, width: Double, height: Double)
      case turn(Orientation)
    }

    private(set) var steps: [Step] = []
    /// The size of the picture as it was read.
    private(set) var wholeWidth: Int
    private(set) var wholeHeight: Int
    /// The size of the picture now; a transform that does not say so here loses the gain map.
    private(set) var width: Int
    private(set) var height: Int

    /// That of a picture that is as it was read.
    public init(width: Int = 0, height: Int = 0) {
      (wholeWidth, wholeHeight) = (width, height)
      (self.width, self.height) = (width, height)
    }

    /// A part of the picture was brought to a size.
    public mutating func resize(
      x: Double, y: Double, width partWidth: Double, height partHeight: Double,
      to size: (width: Int, height: Int)
    ) {
      let (now, part) = ((Double(width), Double(height)), (partWidth, partHeight))
      if part != now || x != 0 || y != 0 {
        steps.append(
          .part(x: x / now.0, y: y / now.1, width: part.0 / now.0, height: part.1 / now.1))
      }
      (width, height) = size
    }

    /// A part of the picture was cut out.
    public mutating func crop(to part: PixelRectangle) {
      resize(
        x: Double(part.x), y: Double(part.y), width: Double(part.width),
        height: Double(part.height), to: (part.width, part.height))
    }

    /// The picture was turned.
    public mutating func turn(by orientation: Orientation) {
      guard orientation != .upright else { return }
      steps.append(.turn(orientation))
      guard orientation.swapsSides else { return }
      (width, height) = (height, width)
    }

    /// Whether the picture is as it was read, in size and position.
    public var isUntouched: Bool {
      steps.isEmpty && width == wholeWidth && height == wholeHeight
    }
  }
}
