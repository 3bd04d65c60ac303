import ConverterCore
import PictureModel
import TIFFStructure

/// What a directory says of its pixels.
struct TIFFImage: Sendable {
  /// What samples mean (TIFF 6.0, section 8, and later ones).
  enum Colours: Sendable, Equatable {
    case gray(isInverted: Bool)
    case rgb
    case palette
    case cmyk
    /// CIE L*a*b*; with a and b from −128 on, or 0 on as ICC has it.
    case lab(isICC: Bool)
  }

  enum Numbers: Sendable {
    case unsigned, signed, float
  }

  enum Layout: Sendable, Equatable {
    case strips
    case tiles(width: Int, height: Int)
  }

  let directory: TIFFDirectory
  let width: Int
  let height: Int
  let bits: Int
  let samples: Int
  let numbers: Numbers
  let compression: Int
  let layout: Layout
  /// Whether each sample has rows of its own.
  let isPlanar: Bool
  /// Rows of a strip.
  let rowsPerStrip: Int
  /// `nil` where libtiff makes red, green and blue of what it finds.
  let colours: Colours?
  let alpha: PixelFormat.Alpha

  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `readFailed`.
  init(_ directory: TIFFDirectory, in context: ConversionContext) throws(ConversionError) {
    self.directory = directory
    width = try directory.integer(TIFFTag.imageWidth) ?? 0
    height = try directory.integer(TIFFTag.imageLength) ?? 0
    guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw ConversionError(.damagedInput, "says it is \(width)×\(height) pixels")
    }
    try context.limits.checkPixels(width: width, height: height)
    samples = try directory.integer(TIFFTag.samplesPerPixel) ?? 1
    compression = try directory.integer(TIFFTag.compression) ?? 1
    let depths = try directory.integers(TIFFTag.bitsPerSample, most: 32)
    let bits = depths.first ?? 1
    self.bits = bits
    guard (1...32).contains(samples), (1...64).contains(bits), compression <= 0xFFFF else {
      throw ConversionError(
        .unsupportedContent, "has \(samples) samples of \(bits) bits, which are not read")
    }
    guard depths.prefix(samples).allSatisfy({ $0 == bits }) else {
      throw ConversionError(
        .unsupportedContent, "its samples have different numbers of bits, which are not read")
    }
    numbers =
      switch try directory.integer(TIFFTag.sampleFormat) ?? 1 {
      case 2: .signed
      case 3: .float
      case 5, 6:
        throw ConversionError(.unsupportedContent, "holds complex numbers, which are not read")
      default: .unsigned
      }
    isPlanar = try directory.integer(TIFFTag.planarConfiguration) == 2 && samples > 1
    layout = try Self.layout(directory)
    let rows = try directory.integer(TIFFTag.rowsPerStrip) ?? height
    rowsPerStrip = min(height, max(1, rows))
    colours = try Self.colours(directory, samples: samples, bits: bits, compression: compression)
    alpha = try Self.alpha(directory, colours, samples: samples)
    try check()
  }

  private static func layout(_ directory: TIFFDirectory) throws(ConversionError) -> Layout {
    guard let width = try directory.integer(TIFFTag.tileWidth) else { return .strips }
    let height = try directory.integer(TIFFTag.tileLength) ?? 0
    guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw ConversionError(.damagedInput, "says its tiles are \(width)×\(height) pixels")
    }
    return .tiles(width: width, height: height)
  }

  private static func colours(
    _ directory: TIFFDirectory, samples: Int, bits: Int, compression: Int
  ) throws(ConversionError) -> Colours? {
    let isFax = (2...4).contains(compression)
    let said = try directory.integer(TIFFTag.photometric)
    // JPEG in the way of TIFF 6.0's section 22 has subsampled planes between its rows.
    if compression == 6 { return nil }
    let inkSet = try directory.integer(TIFFTag.inkSet) ?? 1
    switch said ?? (isFax ? 0 : samples >= 3 ? 2 : 1) {
    case 0: return .gray(isInverted: true)
    case 1, 4: return .gray(isInverted: false)
    case 2 where samples >= 3: return .rgb
    case 3 where bits <= 8: return .palette
    case 5 where samples >= 4 && inkSet == 1: return .cmyk
    // libtiff and libjpeg together give red, green and blue.
    case 6 where compression == 7 && samples == 3: return .rgb
    case 6 where samples == 3: return nil
    case 8 where samples >= 3 && (bits == 8 || bits == 16): return .lab(isICC: false)
    case 9 where samples >= 3 && (bits == 8 || bits == 16): return .lab(isICC: true)
    case 32844, 32845: return nil
    case let number:
      throw ConversionError(
        .unsupportedContent,
        number == 32803 || number == 34892
          ? "holds what a camera's sensor saw, not a picture that was made of it"
          : "has \(samples) samples of \(bits) bits as colours of kind \(number), which are not read"
      )
    }
  }

  private static func alpha(
    _ directory: TIFFDirectory, _ colours: Colours?, samples: Int
  ) throws(ConversionError) -> PixelFormat.Alpha {
    guard let colours else { return .none }
    guard colours != .palette, samples > colours.count else { return .none }
    switch try directory.integer(TIFFTag.extraSamples) {
    case 1: return .premultiplied
    // Some write no such field, or Corel's 999, and mean opacity.
    case 2, 999: return .straight
    case nil: return colours == .rgb && samples == 4 ? .straight : .none
    default: return .none
    }
  }
}

extension TIFFImage.Colours {
  var count: Int {
    switch self {
    case .gray, .palette: 1
    case .rgb, .lab: 3
    case .cmyk: 4
    }
  }
}

extension TIFFImage {
  /// Whether samples have more than a byte holds.
  var isDeep: Bool { bits > 8 }

  /// The format that pixels come in.
  var format: PixelFormat {
    let channels: PixelFormat.Channels =
      switch colours {
      case .gray: .gray
      case .cmyk: .cmyk
      case .rgb, .palette, .lab, nil: .rgb
      }
    guard colours != nil else { return .rgb8 }
    return PixelFormat(channels, alpha: alpha, bitDepth: isDeep ? 16 : 8)
  }

  /// Holds what is said against the file, before memory is taken for it.
  private func check() throws(ConversionError) {
    guard numbers == .float ? [16, 24, 32, 64].contains(bits) : bits <= 32 || bits == 64 else {
      throw ConversionError(
        .unsupportedContent, "has samples of \(bits) bits, which are not read")
    }
    let isOld = compression == 6
    let offsets = directory.fields[
      layout == .strips ? TIFFTag.stripOffsets : TIFFTag.tileOffsets]
    let parts = partCount
    guard isOld || (offsets?.count ?? 0) >= parts else {
      throw ConversionError(
        .damagedInput,
        "says it has \(parts) parts, and where to find \(offsets?.count ?? 0) of them")
    }
    if compression == 1, case .strips = layout, colours != nil {
      let (row, _) = rowBytes(of: width)
      let (all, isTooMuch) = (row * (isPlanar ? samples : 1)).multipliedReportingOverflow(
        by: height)
      guard !isTooMuch, all <= directory.file.input.byteCount else {
        throw ConversionError(
          .damagedInput,
          "says it is \(width)×\(height) uncompressed pixels, and is too short for them")
      }
    }
  }

  /// Strips or tiles, of all planes.
  private var partCount: Int {
    let planes = isPlanar ? samples : 1
    switch layout {
    case .strips: return planes * ((height + rowsPerStrip - 1) / rowsPerStrip)
    case .tiles(let tileWidth, let tileHeight):
      return planes * ((width - 1) / tileWidth + 1) * ((height - 1) / tileHeight + 1)
    }
  }

  /// Bytes of a row of `width` pixels, and whether they are whole ones.
  func rowBytes(of width: Int) -> (count: Int, isWhole: Bool) {
    // Sides have 31 bits, samples and their bits 12 together.
    let bits = width * (isPlanar ? 1 : samples) * self.bits
    return ((bits + 7) / 8, bits % 8 == 0)
  }
}
