extension ColourDescription {
  /// What people call these colours: the ICC profile's own name, "Display P3", "BT.2020 PQ"; `nil`
  /// where the file does not say or the profile has no name.
  var name: String? {
    switch self {
    case .unspecified: nil
    case .icc(let profile): ICCProfileName.name(in: profile)
    case .cicp(let points): points.name
    case .calibrated(let gamma, nil): "gamma \(gamma.rounded(places: 5))"
    case .calibrated(let gamma, _): "gamma \(gamma.rounded(places: 5)) with own primaries"
    }
  }
}

extension CodingIndependentCodePoints {
  /// The tables of ISO/IEC 23091-2 say 2 for "unspecified".
  fileprivate var name: String? {
    switch (primaries, transfer) {
    case (2, 2): nil
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
    case 8: "generic film"
    case 9: "BT.2020"
    case 10: "XYZ"
    case 11: "DCI P3"
    case 12: "Display P3"
    case 22: "EBU 3213"
    default: "primaries \(primaries)"
    }
  }

  private var transferName: String {
    switch transfer {
    case 1, 6, 14, 15: "BT.709 curve"
    case 2: "unspecified curve"
    case 4: "gamma 2.2"
    case 5: "gamma 2.8"
    case 8: "linear"
    case 13: "sRGB curve"
    case 16: "PQ"
    case 17: "gamma 2.6"
    case 18: "HLG"
    default: "curve \(transfer)"
    }
  }
}
