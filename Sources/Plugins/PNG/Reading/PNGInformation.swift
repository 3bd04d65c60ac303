import ConverterCore
import PictureModel

/// What a PNG file says about its picture in chunks beside the pixels.
///
/// A chunk that is damaged or expands without end is left out, and the ledger or a warning says so:
/// the picture itself is whole.
struct PNGInformation {
  private(set) var colour = ColourDescription.unspecified
  private(set) var metadata = PictureMetadata()
  /// What sBIT says, as ``PictureFacts/significantBits`` has it.
  private(set) var significantBits: SIMD4<UInt8>?
  /// What bKGD says, as ``PictureFacts/background`` has it.
  private(set) var background: SIMD3<UInt16>?
  /// Pictures of an animation, the default image included; 1 for a still.
  private(set) var frames = 1

  private var colourChunks = PNGColourChunks()
  private let input: InputFile
  private let context: ConversionContext
  /// Bytes that metadata may still take.
  private var allowance = Self.limit

  /// What all metadata of a file may take when expanded.
  static let limit = 64 << 20

  /// - Throws: `readFailed`, `interrupted`.
  init(
    _ chunks: PNGChunkList, of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.context = context
    for place in chunks.informative {
      guard place.body.count <= allowance else {
        leaveOut(place.type, "there are more than \(Self.limit >> 20) MB of metadata")
        continue
      }
      guard let chunk = try PNGChunk(place, of: input) else {
        leaveOut(place.type, "its checksum is wrong")
        continue
      }
      allowance -= chunk.bytes.count
      take(chunk, of: chunks)
    }
    colour = colourChunks.description
  }

  private mutating func take(_ chunk: PNGChunk, of chunks: PNGChunkList) {
    let header = chunks.header
    do throws(PNGChunkFlaw) {
      switch chunk.type {
      case .codePoints, .standardRGB, .gamma, .chromaticities:
        try colourChunks.take(chunk)
      case .profile:
        try colourChunks.takeProfile(chunk, isGray: header.isGray, allowance: &allowance)
      case .text, .compressedText, .internationalText:
        take(try PNGText(parsing: chunk, allowance: &allowance), isGray: header.isGray)
      case .exif:
        guard let exif = Self.tiffStream(chunk.bytes) else { throw .malformed }
        metadata.exif = exif
      case .density:
        metadata.dotsPerInch = try PNGDensity.dotsPerInch(parsing: chunk.bytes)
      case .significantBits:
        significantBits = try PNGSampleChunks.significantBits(parsing: chunk.bytes, header)
      case .background:
        background = try PNGSampleChunks.background(
          parsing: chunk.bytes, header, palette: chunks.palette?.bytes ?? [])
      case .animation:
        var fields = PNGFields(chunk.bytes)
        if let count = fields.number(), count > 0 { frames = count }
      default:
        break
      }
    } catch {
      leaveOut(chunk.type, error.description)
    }
  }

  /// Texts under some keywords are metadata of another kind.
  private mutating func take(_ text: PNGText, isGray: Bool) {
    if text.keyword == PNGText.xmpKeyword {
      if metadata.xmp == nil { metadata.xmp = text.bytes }
      return
    }
    if let profile = PNGRawProfile(text) {
      switch profile.content {
      case .exif(let exif): if metadata.exif == nil { metadata.exif = exif }
      case .xmp(let xmp): if metadata.xmp == nil { metadata.xmp = xmp }
      case .iptc(let iptc): if metadata.iptc == nil { metadata.iptc = iptc }
      case .icc(let icc): colourChunks.takeRawProfile(icc, isGray: isGray)
      }
      return
    }
    metadata.texts.append(.init(keyword: text.keyword, text: text.text))
  }

  /// The bytes from the byte order mark on; `nil` when there is none.
  static func tiffStream(_ bytes: [UInt8]) -> [UInt8]? {
    // Some programs keep the mark that JPEG puts before Exif.
    let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let stream = bytes.starts(with: prefix) ? Array(bytes.dropFirst(prefix.count)) : bytes
    return Exif.beginsStream(stream) ? stream : nil
  }

  private func leaveOut(_ type: PNGChunkType, _ why: String) {
    let reason = "the \(type) chunk was left out: \(why)"
    switch type {
    case .profile: context.note("icc", .dropped, why: reason)
    case .exif: context.note("exif", .dropped, why: reason)
    case .text, .compressedText, .internationalText:
      context.note("texts", .dropped, why: reason)
    default: context.warn(reason)
    }
  }
}

/// Why a chunk was not used.
enum PNGChunkFlaw: Error, CustomStringConvertible {
  case malformed
  case damagedCompression
  case expandsTooFar
  /// A colour profile for other colours than the picture's.
  case wrongColourSpace
  /// Samples that leave room below black and above white, as in video.
  case narrowRange

  var description: String {
    switch self {
    case .malformed: "its content breaks the rules of PNG"
    case .damagedCompression: "its compressed content is damaged"
    case .expandsTooFar:
      "all metadata would expand to more than \(PNGInformation.limit >> 20) MB"
    case .narrowRange: "it is for samples of narrow range, which fairy does not stretch"
    case .wrongColourSpace: "its profile is for other colours than the picture's"
    }
  }

  init(_ failure: Zlib.Failure) {
    switch failure {
    case .damaged: self = .damagedCompression
    case .tooLarge: self = .expandsTooFar
    }
  }
}
