public import ConverterCore

extension PictureOptions {
  public static let name = "pictures"
  public static let place = OptionPlace.content
  /// A file that is only made smaller keeps its gain map in any case.
  public static let impliedByCompression: Set<ConversionOptions.Name> = [.hdr]

  public static let options: [GroupOption<Self>] = [
    GroupOption(.resize) { value, pictures throws(ConversionError) in
      pictures.resize = try ResizeGeometry(parsing: value.text(of: "resize"))
    } value: {
      $0.resize.map { .string($0.description) }
    },
    GroupOption(.enlarge) { value, pictures throws(ConversionError) in
      pictures.enlarge = try value.flag(of: "enlarge")
    } value: {
      $0.enlarge ? .bool(true) : nil
    },
    GroupOption(.metadata) { value, pictures throws(ConversionError) in
      pictures.metadata = try value.choice(of: "metadata")
    } value: {
      $0.$metadata ? .string($0.metadata.rawValue) : nil
    },
    GroupOption(.profile) { value, pictures throws(ConversionError) in
      pictures.profile = try value.choice(of: "profile")
    } value: {
      $0.$profile ? .string($0.profile.rawValue) : nil
    },
    GroupOption(.hdr) { value, pictures throws(ConversionError) in
      pictures.hdr = try value.choice(of: "hdr")
    } value: {
      $0.$hdr ? .string($0.hdr.rawValue) : nil
    },
    GroupOption(.background) { value, pictures throws(ConversionError) in
      pictures.background = try Color(parsing: value.text(of: "background"))
    } value: {
      $0.$background ? .string($0.background.description) : nil
    },
  ]
}

extension ConversionOptions.Name {
  public static let resize = Self("resize", use: "pictures")
  public static let enlarge = Self("enlarge", use: "--resize, which it lets make pictures larger")
  public static let metadata = Self("metadata", use: "pictures and PDF documents")
  public static let profile = Self("profile", use: "pictures")
  public static let hdr = Self("hdr", use: "formats that hold gain maps (JPEG)")
  public static let background = Self("background", use: "formats without transparency (JPEG)")
}
