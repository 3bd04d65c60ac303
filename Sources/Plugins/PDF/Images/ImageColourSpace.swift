import ConverterCore
import PDFObjects
import PictureModel

/// A colour space of images (ISO 32000-1, 8.6) as far as recoding has to know it.
indirect enum ImageColourSpace: Sendable, Equatable {
  case gray, rgb, cmyk
  case calibratedGray, calibratedRGB
  /// ICCBased; the profile stays as it is.
  case profile(channels: Int, isSRGB: Bool)
  /// - Parameter palette: as many bytes for each colour as the base has channels.
  case indexed(ImageColourSpace, palette: [UInt8])
  /// Said by the coded data: JPEG 2000.
  case coded
  /// A stencil has none.
  case stencil
  /// Separation, DeviceN and Lab, of which nothing but the number of components is known.
  case components(Int)
  /// Pattern, or damaged: left alone.
  case other(String)

  /// Samples of a pixel; `nil` where that is not known.
  var channels: Int? {
    switch self {
    case .gray, .calibratedGray, .indexed, .stencil: 1
    case .rgb, .calibratedRGB: 3
    case .cmyk: 4
    case .profile(let channels, _), .components(let channels): channels
    case .coded, .other: nil
    }
  }

  /// Whether equal red, green and blue are the gray that DeviceGray shows.
  var hasDeviceGrayAxis: Bool {
    switch self {
    case .rgb: true
    case .profile(let channels, let isSRGB): channels == 3 && isSRGB
    default: false
    }
  }
}

extension ImageColourSpace {
  /// Whether JPEG may code it: three components it mixes, and halves two of what comes out.
  var suitsJPEG: Bool { self != .components(3) }

  /// Larger profiles are not looked at.
  private static let largestProfile = 1 << 22

  /// - Parameter nested: whether it is the base of an Indexed space, which may be none itself.
  init(_ object: PDFObject, nested: Bool = false) throws(ConversionError) {
    if let name = object.name {
      switch name {
      case "/DeviceGray", "/G", "/CalGray": self = .gray
      case "/DeviceRGB", "/RGB", "/CalRGB": self = .rgb
      case "/DeviceCMYK", "/CMYK": self = .cmyk
      default: self = .other(name)
      }
      return
    }
    guard object.isArray, let family = object[0].name else {
      self = .other("none")
      return
    }
    switch family {
    case "/DeviceGray", "/G": self = .gray
    case "/DeviceRGB", "/RGB": self = .rgb
    case "/DeviceCMYK", "/CMYK": self = .cmyk
    case "/CalGray": self = .calibratedGray
    case "/CalRGB": self = .calibratedRGB
    case "/Separation": self = .components(1)
    case "/Lab": self = .components(3)
    case "/DeviceN" where [1, 3, 4].contains(object[1].count): self = .components(object[1].count)
    case "/ICCBased": self = try Self.profile(object[1])
    case "/Indexed" where !nested, "/I" where !nested: self = try Self.indexed(object)
    default: self = .other(family)
    }
  }

  private static func profile(_ stream: PDFObject) throws(ConversionError) -> Self {
    guard stream.isStream, let channels = stream["/N"].integer, [1, 3, 4].contains(channels) else {
      return .other("/ICCBased")
    }
    var isSRGB = false
    if channels == 3, let bytes = try contents(of: stream, atMost: largestProfile),
      let profile = try? ICCProfile(bytes), let points = profile.codePoints
    {
      isSRGB = points == .sRGB
    }
    return .profile(channels: channels, isSRGB: isSRGB)
  }

  private static func indexed(_ object: PDFObject) throws(ConversionError) -> Self {
    let base = try ImageColourSpace(object[1], nested: true)
    guard let channels = base.channels, case let last = object[2].integer ?? -1,
      (0...255).contains(last)
    else { return .other("/Indexed") }
    let count = (last + 1) * channels
    let table = object[3]
    var palette = table.string
    if table.isStream { palette = try contents(of: table, atMost: count + 4096) }
    guard let palette else { return .other("/Indexed") }
    // For what is missing viewers have colours of their own.
    guard palette.count >= count else { return .other("Indexed, with too few colours") }
    return .indexed(base, palette: Array(palette.prefix(count)))
  }

  /// A small stream without its filters; `nil` where it is larger, or they cannot be undone.
  private static func contents(
    of stream: PDFObject, atMost limit: Int
  ) throws(ConversionError) -> [UInt8]? {
    guard let filters = try? ImageFilter.all(of: stream),
      let raw = try stream.data(.none), raw.count <= limit + 4096
    else { return nil }
    guard let (bytes, codec) = try? filters.undone(raw, expecting: limit, isExact: false),
      codec == nil
    else { return nil }
    return bytes
  }
}
