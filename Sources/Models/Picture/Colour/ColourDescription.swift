/// Which colours the samples of a picture mean.
public enum ColourDescription: Sendable, Equatable {
  /// The file does not say; by convention sRGB (or gray with its tone curve).
  case unspecified
  /// An ICC profile (ISO 15076-1).
  case icc([UInt8])
  /// Code points of ISO/IEC 23091-2.
  case cicp(CodingIndependentCodePoints)
  /// A tone curve and optional primaries, as PNG's gAMA and cHRM chunks give them.
  case calibrated(gamma: Double, Chromaticities?)
}

/// Primaries and transfer function by their code points (ISO/IEC 23091-2, tables 2 and 3).
public struct CodingIndependentCodePoints: Sendable, Hashable {
  public var primaries: Int
  public var transfer: Int

  public init(primaries: Int, transfer: Int) {
    self.primaries = primaries
    self.transfer = transfer
  }

  public static let sRGB = Self(primaries: 1, transfer: 13)
  public static let displayP3 = Self(primaries: 12, transfer: 13)

  /// Perceptual quantizer (SMPTE ST 2084) or hybrid log-gamma (ARIB STD-B67).
  public var isHDR: Bool { transfer == 16 || transfer == 18 }
}

/// CIE 1931 x and y of white and the primaries.
public struct Chromaticities: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    public var x, y: Double
    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  public var white, red, green, blue: Point

  public init(white: Point, red: Point, green: Point, blue: Point) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }
}

extension ColourDescription {
  /// Whether the samples mean light brighter than white: PQ or HLG.
  ///
  /// Also true for an ICC profile that says so by code points (its `cicp` tag).
  public var isHDR: Bool {
    switch self {
    case .cicp(let points): points.isHDR
    case .icc(let bytes): (try? ICCProfile(bytes))?.statedCodePoints?.isHDR ?? false
    case .unspecified, .calibrated: false
    }
  }

  /// The name of the colour space for people: "Display P3", "BT.2020 PQ"; `nil` where none is given.
  public var name: String? {
    switch self {
    case .unspecified: nil
    case .icc(let bytes): (try? ICCProfile(bytes))?.name
    case .cicp(let points): points.isUnspecified ? nil : points.name
    case .calibrated(let gamma, _): "gamma \(gamma)"
    }
  }
}
