import PictureModel

/// The chunks that say what colours the samples mean (PNG specification, section 11.3.2).
///
/// Several may stand side by side for decoders of different age; the most exact one counts: cICP,
/// iCCP, sRGB, gAMA with cHRM.
struct PNGColourChunks {
  private var codePoints: CodingIndependentCodePoints?
  private var profile: [UInt8]?
  private var rawProfile: [UInt8]?
  private var isStandardRGB = false
  /// Times 100,000.
  private var gamma: Int?
  /// White, red, green, blue: x and y times 100,000.
  private var chromaticities: [Int]?

  /// cHRM of sRGB, in the units of the chunk.
  private static let standardChromaticities =
    [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]

  mutating func take(_ chunk: PNGChunk) throws(PNGChunkFlaw) {
    switch chunk.type {
    case .codePoints:
      guard chunk.bytes.count == 4, chunk.bytes[2] == 0 else { throw .malformed }
      guard chunk.bytes[3] == 1 else { throw .narrowRange }
      // 2 stands for "unspecified".
      guard chunk.bytes[0] != 2, chunk.bytes[1] != 2 else { return }
      codePoints = .init(primaries: Int(chunk.bytes[0]), transfer: Int(chunk.bytes[1]))
    case .standardRGB:
      isStandardRGB = true
    case .gamma:
      var fields = PNGFields(chunk.bytes)
      guard let value = fields.number(), (1...100_000_000).contains(value) else {
        throw .malformed
      }
      gamma = value
    case .chromaticities:
      var fields = PNGFields(chunk.bytes)
      var values: [Int] = []
      while let value = fields.number() { values.append(value) }
      guard values.count == 8,
        stride(from: 0, to: 8, by: 2).allSatisfy({
          values[$0 + 1] > 0 && values[$0] + values[$0 + 1] <= 100_000
        })
      else { throw .malformed }
      chromaticities = values
    default:
      break
    }
  }

  /// An iCCP chunk: a name, a compression method, a compressed profile.
  mutating func takeProfile(
    _ chunk: PNGChunk, isGray: Bool, allowance: inout Int
  ) throws(PNGChunkFlaw) {
    guard profile == nil else { return }
    var fields = PNGFields(chunk.bytes)
    guard fields.terminated() != nil, fields.byte() == 0 else { throw .malformed }
    let expanded: [UInt8]
    do {
      expanded = try Zlib.expand(fields.remaining, limit: allowance)
    } catch {
      throw PNGChunkFlaw(error)
    }
    allowance -= expanded.count
    try Self.check(expanded, isGray: isGray)
    profile = expanded
  }

  /// A profile that an old ImageMagick kept as text.
  mutating func takeRawProfile(_ bytes: [UInt8], isGray: Bool) {
    guard (try? Self.check(bytes, isGray: isGray)) != nil else { return }
    rawProfile = bytes
  }

  /// - Throws: `malformed` for what is no ICC profile (ISO 15076-1, section 7.2),
  ///   `wrongColourSpace` for one that cannot describe the picture's samples.
  static func check(_ profile: [UInt8], isGray: Bool) throws(PNGChunkFlaw) {
    guard profile.count >= 132, profile[36..<40].elementsEqual("acsp".utf8) else {
      throw .malformed
    }
    guard profile[16..<20].elementsEqual((isGray ? "GRAY" : "RGB ").utf8) else {
      throw .wrongColourSpace
    }
  }

  var description: ColourDescription {
    if let codePoints { return .cicp(codePoints) }
    if let profile { return .icc(profile) }
    if isStandardRGB { return .cicp(.sRGB) }
    if let rawProfile { return .icc(rawProfile) }
    guard gamma != nil || chromaticities != nil else { return .unspecified }
    // Without a gamma, primaries come with the one that nearly all pictures have.
    let gamma = gamma ?? 45455
    if (45400...45500).contains(gamma), hasStandardChromaticities { return .cicp(.sRGB) }
    return .calibrated(
      gamma: Double(gamma) / 100_000, chromaticities.map(Chromaticities.init(chunkValues:)))
  }

  /// Also true when the file names none, as sRGB's are the usual ones.
  private var hasStandardChromaticities: Bool {
    guard let chromaticities else { return true }
    return zip(chromaticities, Self.standardChromaticities).allSatisfy { abs($0 - $1) <= 100 }
  }
}

extension Chromaticities {
  /// From the eight numbers of cHRM.
  fileprivate init(chunkValues values: [Int]) {
    func point(_ index: Int) -> Point {
      Point(Double(values[index]) / 100_000, Double(values[index + 1]) / 100_000)
    }
    self.init(white: point(0), red: point(2), green: point(4), blue: point(6))
  }
}
