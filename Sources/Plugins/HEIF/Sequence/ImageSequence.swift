import ConverterCore
import PictureModel

/// A track of pictures that can be decoded (ISO/IEC 23008-12, 7; AV1 Image File Format, 3).
struct ImageSequence: Sendable {
  enum Coding: Sendable {
    case av1(AV1Configuration)
    case hevc(HEVCConfiguration)
  }

  let coding: Coding
  let table: SampleTable
  /// As coded.
  let width: Int
  let height: Int
  /// The planes that are decoded, without opacity.
  let format: PixelFormat
  let colour: ImagePlan.Colour
  let orientation: Orientation
  let animation: Animation
  /// What an auxiliary track is for, as a URN.
  let auxiliaryType: String?
  /// For people: "AV1 4:2:0 8 bit".
  let name: String

  /// - Throws: `damagedInput`; `unsupportedContent` for another coding; `limitExceeded`.
  init(
    _ track: ImageSequenceTrack, of file: HEIFFile, in context: ConversionContext
  ) throws(ConversionError) {
    let reader = FieldReader(file.bytes, in: track.content, subject: "the trak box")
    guard let media = try reader.child("mdia"), let boxes = try media.child("minf")?.child("stbl"),
      var header = try media.child("mdhd")
    else { throw .damaged("the sequence is not described") }
    try header.skip(try header.fullBoxHeader().version == 0 ? 8 : 16)
    let unit = try header.integer(4)
    guard unit > 0 else { throw .damaged("the sequence counts time in no unit") }
    table = try SampleTable(parsing: boxes, in: context)
    guard !table.samples.isEmpty else { throw .damaged("the sequence has no pictures") }
    let shown = try TrackHeader(parsing: reader)
    orientation = shown.orientation
    animation = Animation(
      durations: table.durations.map { $0 * 1_000_000 / unit }, repetitions: shown.repetitions)

    let entry = try SampleEntry(parsing: boxes)
    auxiliaryType = entry.auxiliaryType
    var colour = ImagePlanner.colour(entry.properties)
    let (subsampling, bitDepth): (ChromaSubsampling, Int)
    switch entry.type {
    case "av01":
      guard let configuration = entry.av1 else {
        throw .damaged("the sequence is AV1 but has no av1C box")
      }
      coding = .av1(configuration)
      (width, height) = (track.width, track.height)
      let samples = try configuration.samples(
        of: configuration.complete(Array(file.bytes[table.samples[0]])), in: "the sequence",
        context)
      (subsampling, bitDepth) = (samples.subsampling, samples.bitDepth)
      colour = colour.filled(from: ImagePlan.Colour(codePoints: samples.colour))
      name = "AV1 \(subsampling.rawValue) \(bitDepth) bit"
    case "hvc1", "hev1":
      guard let configuration = entry.hevc else {
        throw .damaged("the sequence is HEVC but has no hvcC box")
      }
      guard let parameters = configuration.parameters else {
        throw .unsupported("the sequence is HEVC without parameter sets in its hvcC box")
      }
      coding = .hevc(configuration)
      (width, height) = (parameters.width, parameters.height)
      (subsampling, bitDepth) = (parameters.subsampling, parameters.bitDepth)
      colour = colour.filled(from: ImagePlan.Colour(codePoints: parameters.colour))
      name = "HEVC \(subsampling.rawValue) \(bitDepth) bit"
    default:
      throw .unsupported(
        "the sequence is coded as \(ImagePlanner.name(of: entry.type)), which fairy does not decode"
      )
    }
    guard width > 0, height > 0 else { throw .damaged("the sequence has pictures without pixels") }
    try context.limits.checkPixels(width: width, height: height)
    let points = colour.codePoints ?? .unspecified
    let matrix =
      subsampling == .monochrome ? MatrixCoefficients.bt601 : try points.matrixCoefficients()
    guard matrix != .identity || subsampling == .s444 else {
      throw .damaged("the sequence holds RGB, but at \(subsampling.rawValue)")
    }
    format = PixelFormat(.ycbcr(subsampling, matrix, points.range), bitDepth: bitDepth)
    self.colour = colour
  }
}

/// How the samples of a track are coded: the first entry of its `stsd` box (ISO/IEC 14496-12, 12.1.3).
private struct SampleEntry {
  let type: FourCC
  private(set) var properties: [ItemProperty] = []
  private(set) var auxiliaryType: String?

  init(parsing table: FieldReader) throws(ConversionError) {
    guard var reader = try table.child("stsd") else { throw .damaged("there is no stsd box") }
    try reader.skip(8)
    guard let box = try reader.box() else { throw .damaged("the stsd box is empty") }
    type = box.type
    var fields = reader.reader(of: box)
    // Up to the boxes of a VisualSampleEntry.
    try fields.skip(78)
    while fields.remaining >= 8, let box = try fields.box() {
      if box.type == "auxi" {
        var content = fields.reader(of: box)
        _ = try content.fullBoxHeader()
        auxiliaryType = content.string()
      }
      properties.append(try ItemProperty(parsing: box, in: fields))
    }
  }

  var av1: AV1Configuration? {
    for case .av1Configuration(let configuration) in properties { return configuration }
    return nil
  }

  var hevc: HEVCConfiguration? {
    for case .hevcConfiguration(let configuration) in properties { return configuration }
    return nil
  }
}

/// How a track is shown: turned, and how often (ISO/IEC 14496-12, 8.3.2 and 8.6.6).
private struct TrackHeader {
  var orientation = Orientation.upright
  /// 0 for without end.
  var repetitions = 0

  init(parsing track: FieldReader) throws(ConversionError) {
    guard var header = try track.child("tkhd") else { return }
    let isWide = try header.fullBoxHeader().version > 0
    try header.skip(isWide ? 24 : 16)
    // All ones, for ever, are no number in 64 bits with a sign.
    let field = try header.array(isWide ? 8 : 4)
    let isEndless = field.allSatisfy { $0 == 255 }
    let duration = field.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    try header.skip(16)
    var matrix: [Int] = []
    for _ in 0..<9 { matrix.append(try header.int32()) }
    orientation = Self.orientation(matrix)

    guard var edits = try track.child("edts")?.child("elst") else { return }
    let edit = try edits.fullBoxHeader()
    let count = try edits.integer(4)
    guard edit.flags & 1 == 1 else {
      repetitions = 1
      return
    }
    guard !isEndless, count > 0 else { return }
    let once = UInt64(try edits.integer(edit.version == 0 ? 4 : 8))
    guard once > 0 else { return }
    // Rounded up: the last time may be cut short.
    let times = duration / once + (duration % once > 0 ? 1 : 0)
    repetitions = max(1, Int(clamping: times))
  }

  /// The turns that are no others; upright for all else.
  private static func orientation(_ matrix: [Int]) -> Orientation {
    let signs = [matrix[0], matrix[1], matrix[3], matrix[4]].map { $0.signum() }
    switch signs {
    case [-1, 0, 0, 1]: return .mirrored
    case [-1, 0, 0, -1]: return .rotated180
    case [1, 0, 0, -1]: return .flipped
    case [0, 1, 1, 0]: return .transposed
    case [0, 1, -1, 0]: return .rotated90
    case [0, -1, -1, 0]: return .transversed
    case [0, -1, 1, 0]: return .rotated270
    default: return .upright
    }
  }
}
