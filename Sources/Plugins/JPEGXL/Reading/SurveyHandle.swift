import CLibJXL
import ConverterCore
import PictureModel

/// What a file says before a pixel is decoded.
struct Survey: Sendable {
  var width = 0
  var height = 0
  var orientation = Orientation.upright
  /// Bits of a sample of colour.
  var bits = 8
  var isFloat = false
  var isGray = false
  var hasAlpha = false
  var isPremultiplied = false
  var hasBlack = false
  /// Channels that are neither colour nor opacity.
  var otherChannels = 0
  var usesOriginalProfile = false
  var hasJPEG = false
  var colour = ColourDescription.unspecified
  var exif: [UInt8]?
  var xmp: [UInt8]?
  /// `nil` for a still picture.
  var animation: Animation?
}

/// libjxl's walk through a file.
enum SurveyHandle {
  /// Metadata of more than this are none.
  private static let metadataLimit = 1 << 26

  /// - Throws: `missingLibrary`, `damagedInput`, `limitExceeded`.
  static func survey(
    _ bytes: CodedBytes, in context: ConversionContext
  ) throws(ConversionError) -> Survey {
    try SystemLibrary.libjxl.open()
    var found = unsafe fairy_jxl_survey()
    defer { unsafe fairy_jxl_free_survey(&found) }
    let data = unsafe bytes.buffer.bindMemory(to: UInt8.self)
    let status = unsafe fairy_jxl_read_survey(
      data.baseAddress, data.count, context.limits.entries, metadataLimit, &found)
    if let error = ConversionError(status) { throw error }
    return try unsafe Survey(found)
  }
}

extension Survey {
  fileprivate init(_ found: fairy_jxl_survey) throws(ConversionError) {
    let facts = unsafe found.facts
    width = Int(facts.width)
    height = Int(facts.height)
    guard width > 0, height > 0 else {
      throw ConversionError(.damagedInput, "says it is \(width)×\(height) pixels")
    }
    orientation = Orientation(rawValue: Int(facts.orientation)) ?? .upright
    bits = Int(facts.bits)
    isFloat = facts.exponent_bits > 0
    isGray = facts.colours == 1
    hasAlpha = facts.alpha_bits > 0
    isPremultiplied = facts.is_premultiplied
    hasBlack = facts.has_black
    otherChannels = Int(facts.other_channels)
    usesOriginalProfile = facts.uses_original_profile
    hasJPEG = facts.has_jpeg
    if facts.primaries > 0 {
      colour = .cicp(
        CodingIndependentCodePoints(
          primaries: Int(facts.primaries), transfer: Int(facts.transfer)))
    } else if let profile = unsafe Self.bytes(found.profile) {
      colour = .icc(profile)
    }
    exif = unsafe Self.bytes(found.exif).flatMap(Self.stream)
    xmp = unsafe Self.bytes(found.xmp)
    if facts.has_animation, unsafe found.frames > 1, let durations = unsafe found.durations {
      let tick = 1e6 * Double(facts.ticks_denominator) / Double(max(1, facts.ticks_numerator))
      animation = unsafe Animation(
        durations: UnsafeBufferPointer(start: durations, count: found.frames).map {
          Int(min(9e15, (Double($0) * tick).rounded()))
        }, repetitions: Int(facts.repetitions))
    }
  }

  private static func bytes(_ found: fairy_jxl_bytes) -> [UInt8]? {
    guard let start = unsafe found.bytes, unsafe found.count > 0 else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: found.count))
  }

  /// What follows the offset that the box begins with, and as many bytes as that says.
  private static func stream(_ box: [UInt8]) -> [UInt8]? {
    guard let offset = box.number(at: 0, width: 4, .big), offset < box.count - 4 else { return nil }
    return Array(box[(4 + offset)...])
  }
}

extension ConversionError {
  /// `nil` for success.
  init?(_ status: fairy_jxl_status) {
    switch status {
    case FAIRY_JXL_DONE: return nil
    case FAIRY_JXL_TRUNCATED:
      self.init(.damagedInput, "the file is cut off: its JPEG XL data end too early")
    case FAIRY_JXL_LIMIT:
      self = ConversionError.exceeding(
        .init(unresolved: .entries), "has more frames or metadata than --limit entries=… allows")
    case FAIRY_JXL_NO_MEMORY:
      self = ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for decoding it")
    default: self.init(.damagedInput, "its JPEG XL data are damaged")
    }
  }
}

extension SystemLibrary {
  static let libjxl = unsafe SystemLibrary(
    "libjxl", package: "libjxl0.7", opening: { unsafe fairy_jxl_open() })
}
