import ConverterCore
import PictureModel

/// What IHDR says (PNG specification, section 11.2.1).
struct PNGHeader: Equatable {
  enum ColourType: UInt8 {
    case gray = 0
    case rgb = 2
    case indexed = 3
    case grayAlpha = 4
    case rgba = 6
  }

  var width: Int
  var height: Int
  /// Bits of a sample, or of an index.
  var bitDepth: Int
  var colourType: ColourType
  var isInterlaced: Bool

  /// - Throws: `damagedInput` for values that the specification does not allow.
  init(parsing bytes: [UInt8]) throws(ConversionError) {
    var fields = PNGFields(bytes)
    guard bytes.count == 13, let width = fields.number(), let height = fields.number(),
      let depth = fields.byte(), let type = fields.byte(), let compression = fields.byte(),
      let filter = fields.byte(), let interlace = fields.byte()
    else {
      throw .damaged("the IHDR chunk holds \(bytes.count) bytes, it must hold 13")
    }
    guard width > 0, height > 0 else {
      throw .damaged("the header gives a size of \(width)×\(height): a side cannot be 0")
    }
    guard width <= Int32.max, height <= Int32.max else {
      throw .damaged("the header gives a size of \(width)×\(height): a side cannot be over 2³¹−1")
    }
    guard let colourType = ColourType(rawValue: type) else {
      throw .damaged("the header names colour type \(type): PNG knows 0, 2, 3, 4 and 6")
    }
    let depths: [UInt8] =
      switch colourType {
      case .gray: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    guard depths.contains(depth) else {
      throw .damaged(
        "the header gives \(depth) bits a sample: colour type \(type) cannot have them")
    }
    guard compression == 0, filter == 0 else {
      throw .damaged(
        "the header names compression \(compression) and filter \(filter): PNG knows 0 alone")
    }
    guard interlace <= 1 else {
      throw .damaged("the header names interlace method \(interlace): PNG knows 0 and 1")
    }
    self.init(
      width: width, height: height, bitDepth: Int(depth), colourType: colourType,
      isInterlaced: interlace == 1)
  }

  init(width: Int, height: Int, bitDepth: Int, colourType: ColourType, isInterlaced: Bool) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colourType = colourType
    self.isInterlaced = isInterlaced
  }

  /// The content of IHDR.
  var bytes: [UInt8] {
    width.bigEndianBytes + height.bigEndianBytes
      + [UInt8(bitDepth), colourType.rawValue, 0, 0, isInterlaced ? 1 : 0]
  }

  var samplesPerPixel: Int {
    switch colourType {
    case .gray, .indexed: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  var bitsPerPixel: Int { samplesPerPixel * bitDepth }

  /// Throws `damagedInput` for far more coded bytes than a picture of this size can need.
  func checkPictureByteCount(_ count: Int) throws(ConversionError) {
    let rowByteCount = (width * bitsPerPixel + 7) / 8 + 2
    let (most, isOverflow) = rowByteCount.multipliedReportingOverflow(by: 2 * height)
    guard isOverflow || count - (1 << 20) <= most else {
      throw .damaged(
        "there are \(count) bytes of picture data, far more than a picture of "
          + "\(width)×\(height) can need")
    }
  }

  var isGray: Bool { colourType == .gray || colourType == .grayAlpha }
  var hasAlphaChannel: Bool { colourType == .grayAlpha || colourType == .rgba }
}

extension ConversionError {
  /// The file breaks the rules of PNG.
  static func damaged(_ message: String) -> ConversionError {
    ConversionError(.damagedInput, message)
  }
}
