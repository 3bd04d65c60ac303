public import ConverterCore

extension PictureOptions {
  public static let section = "Content"

  public static let flags: [OptionFlag] = [
    OptionFlag(
      "resize", .text, valueName: "geometry",
      help: "A new size: 800, 800x, x600, 800x600 (fit), 800x600! (exact), 800x600^ (fill), 50%."
    ) { text, options throws(ConversionError) in
      options.resize = try ResizeGeometry(parsing: text)
    },
    OptionFlag("enlarge", help: "Let --resize make pictures larger, too.") { $0.enlarge = true },
    OptionFlag(
      "flip", .choice(["horizontal", "vertical"]), valueName: "axis",
      help: "Mirror pictures: horizontal (left to right) or vertical; after --crop and --rotate."
    ) { axis, options in
      options.settings[OptionDescriptor.flip.key] = axis
    },
    OptionFlag(
      "metadata", .word(ConversionOptions.MetadataPolicy.self), valueName: "policy",
      help:
        "What is said beside the pixels; share drops place, serial numbers, thumbnails. (default: keep)"
    ) { word, options in
      options.metadata = ConversionOptions.MetadataPolicy(rawValue: word) ?? options.metadata
    },
    OptionFlag(
      "profile", .word(ConversionOptions.ProfilePolicy.self), valueName: "space",
      help: "The colour space of the result. (default: keep)"
    ) { word, options in
      options.profile = ConversionOptions.ProfilePolicy(rawValue: word) ?? options.profile
    },
    OptionFlag(
      "hdr", .choice(ConversionOptions.HDRPolicy.allCases.map(\.rawValue)), valueName: "policy",
      help:
        "Gain maps, which make photos of phones HDR: keep them (in JPEG), or drop them. (default: drop)"
    ) { word, options in
      options.hdr = ConversionOptions.HDRPolicy(rawValue: word) ?? options.hdr
    },
    OptionFlag(
      "background", .text, valueName: "colour",
      help: "What lies behind transparency in formats without it: white, #rrggbb. (default: white)"
    ) { text, options throws(ConversionError) in
      options.background = try Color(parsing: text)
    },
  ]
}

extension ConversionOptions.MetadataPolicy: OptionWord {}
extension ConversionOptions.ProfilePolicy: OptionWord {}
