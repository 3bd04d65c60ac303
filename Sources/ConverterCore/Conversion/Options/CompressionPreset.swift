/// How much smaller `--preset` makes pictures.
///
/// The same words suit documents, which say by themselves what they do to the pictures in them.
public enum CompressionPreset: String, Sendable, CaseIterable {
  /// To be looked at on a screen: on photos, artefacts are seen on a second look.
  case small
  /// To be sent: artefacts are seen when pixels are.
  case balanced
  /// To be kept: what is lost is not seen.
  case high
  /// Nothing is lost.
  case none

  /// `nil` where pixels stay.
  public var quality: Quality? {
    switch self {
    case .small: Quality(0.5)
    case .balanced: Quality(0.7)
    case .high: Quality(0.85)
    case .none: nil
    }
  }

  /// The most colours of a picture that is coded by a palette; `nil` where all stay.
  public var colours: Int? {
    switch self {
    case .small: 64
    case .balanced: 128
    case .high: 256
    case .none: nil
    }
  }
}

extension OptionDescriptor {
  /// `--set preset`, of writers of pictures.
  public static let picturePreset = OptionDescriptor(
    "preset", .choice(CompressionPreset.allCases.map(\.rawValue)), default: "none",
    help:
      "the quality where -q says none: small (0.5), balanced (0.7), high (0.85); compress loses nothing without"
  )
}

extension OptionDescriptor {
  /// `--set preset`, of writers of pictures that lose nothing but colours.
  public static let palettePreset = OptionDescriptor(
    picturePreset.key, picturePreset.values, default: picturePreset.defaultValue,
    help:
      "fewer colours: small (64), balanced (128), high (256), with dithering; nothing is lost without"
  )
}

extension ConversionOptions {
  /// The preset that was asked for.
  ///
  /// - Throws: `usage` for words that are no preset.
  public func picturePreset() throws(ConversionError) -> CompressionPreset {
    CompressionPreset(rawValue: try value(of: .picturePreset)) ?? .none
  }

  /// The quality that a writer of pictures is asked for, by `-q` or by a preset; `nil` where nothing is said, and
  /// nothing is to be lost where a file is compressed.
  ///
  /// - Throws: `usage` for words that are no preset, and for none with `-q`.
  public func pictureQuality() throws(ConversionError) -> Quality? {
    let preset = try picturePreset()
    guard quality == nil || preset != .none || settings[OptionDescriptor.picturePreset.key] == nil
    else {
      throw ConversionError(
        .usage, "--preset none leaves pictures as they are, which -q would not")
    }
    return quality ?? preset.quality
  }
}
