extension CodingIndependentCodePoints {
  /// Neither code point says anything.
  public var isUnspecified: Bool { primaries == 2 && transfer == 2 }

  /// The same with whatever is left open (2) taken as sRGB has it, or as BT.2100 has it beside PQ
  /// or HLG.
  public var resolved: Self {
    Self(
      primaries: primaries == 2 ? (isHDR ? 9 : 1) : primaries,
      transfer: transfer == 2 ? 13 : transfer)
  }

  /// White and primaries (ISO/IEC 23091-2, table 2); `nil` for reserved and unspecified values.
  public var chromaticities: Chromaticities? {
    switch primaries {
    case 1: Self.display(d65, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
    case 4: Self.display(illuminantC, (0.67, 0.33), (0.21, 0.71), (0.14, 0.08))
    case 5: Self.display(d65, (0.64, 0.33), (0.29, 0.60), (0.15, 0.06))
    case 6, 7: Self.display(d65, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070))
    case 8: Self.display(illuminantC, (0.681, 0.319), (0.243, 0.692), (0.145, 0.049))
    case 9: Self.display(d65, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
    case 10: Self.display((1.0 / 3, 1.0 / 3), (1, 0), (0, 1), (0, 0))
    case 11: Self.display((0.314, 0.351), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
    case 12: Self.display(d65, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
    case 22: Self.display(d65, (0.630, 0.340), (0.295, 0.605), (0.155, 0.077))
    default: nil
    }
  }

  /// The inverse of the transfer function (ISO/IEC 23091-2, table 3); `nil` for reserved and
  /// unspecified values, for the logarithmic ones (9, 10) and for those that reach beyond white
  /// (16, 18; see ``ToneMapping``).
  public var curve: ToneCurve? {
    switch transfer {
    // Between 0 and 1, those of extended gamut (11, 12) and of more bits (14, 15) are BT.709's.
    case 1, 6, 11, 12, 14, 15:
      .toed(exponent: 1 / 0.45, offset: 0.099296826809442, slope: 4.5, toe: 0.018053968510807)
    case 4: .gamma(2.2)
    case 5: .gamma(2.8)
    case 7: .toed(exponent: 1 / 0.45, offset: 0.1115, slope: 4, toe: 0.0228)
    case 8: .gamma(1)
    case 13: .sRGB
    // Without its factor 52.37/48, which only sets the luminance of white.
    case 17: .gamma(2.6)
    default: nil
    }
  }

  /// The name for people: "sRGB", "BT.2020 PQ".
  public var name: String {
    switch (primaries, transfer) {
    case (1, 13): "sRGB"
    case (12, 13): "Display P3"
    case (1, 1), (1, 6): "BT.709"
    case (9, 1), (9, 6), (9, 14), (9, 15): "BT.2020"
    default: "\(primariesName) \(transferName)"
    }
  }

  private var primariesName: String {
    switch primaries {
    case 1: "BT.709"
    case 2: "unspecified primaries"
    case 4: "BT.470 M"
    case 5: "BT.601 625"
    case 6: "BT.601 525"
    case 7: "SMPTE 240M"
    case 8: "film"
    case 9: "BT.2020"
    case 10: "XYZ"
    case 11: "DCI-P3"
    case 12: "Display P3"
    case 22: "EBU 3213"
    default: "primaries \(primaries)"
    }
  }

  /// The name of the transfer function alone.
  var transferName: String {
    switch transfer {
    case 1: "BT.709 curve"
    case 2: "unspecified curve"
    case 4: "gamma 2.2"
    case 5: "gamma 2.8"
    case 6: "BT.601 curve"
    case 7: "SMPTE 240M curve"
    case 8: "linear"
    case 9, 10: "logarithmic"
    case 11: "xvYCC curve"
    case 12: "BT.1361 curve"
    case 13: "sRGB curve"
    case 14, 15: "BT.2020 curve"
    case 16: "PQ"
    case 17: "gamma 2.6"
    case 18: "HLG"
    default: "curve \(transfer)"
    }
  }

  private static func display(
    _ white: (Double, Double), _ red: (Double, Double), _ green: (Double, Double),
    _ blue: (Double, Double)
  ) -> Chromaticities {
    Chromaticities(
      white: .init(white.0, white.1), red: .init(red.0, red.1), green: .init(green.0, green.1),
      blue: .init(blue.0, blue.1))
  }
}

private let d65 = (0.3127, 0.3290)
private let illuminantC = (0.310, 0.316)
