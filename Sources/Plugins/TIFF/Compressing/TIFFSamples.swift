import ConverterCore
import TIFFStructure

/// Where a directory's strips or tiles are, and what they are made of.
struct TIFFSamples {
  let width: Int
  let height: Int
  let bits: Int
  let samples: Int
  let isFloat: Bool
  let isPlanar: Bool
  let compression: Int
  let rowsPerStrip: Int
  /// `nil` for strips.
  let tile: (width: Int, height: Int)?
  let places: [Range<Int>]
  /// Whether libtiff gives back exactly the samples that the file has, and they can be coded in other ways.
  let canBeRecoded: Bool

  /// Ways that lose nothing: uncompressed, fax, LZW, deflate, PackBits, LZMA, Zstandard.
  private static let lossless: Set<Int> = [1, 2, 3, 4, 5, 8, 32773, 32946, 34925, 50000]
  private static let mostPlaces = 1 << 24

  /// About how many bytes of memory the list of a directory's strips or tiles takes.
  static func listByteCount(_ directory: TIFFDirectory) -> Int {
    let count = [TIFFTag.stripOffsets, TIFFTag.tileOffsets]
      .reduce(0) { max($0, directory.fields[$1]?.count ?? 0) }
    // Beginnings and lengths as numbers, as ranges, and among all that is claimed of the file.
    return 64 * min(count, mostPlaces)
  }

  /// - Returns: `nil` for a directory without strips and tiles.
  /// - Throws: `unsupportedContent`, `damagedInput` for what cannot be written again; `readFailed`.
  init?(_ directory: TIFFDirectory) throws(ConversionError) {
    let isTiled = directory.fields[TIFFTag.tileOffsets] != nil
    let tag = isTiled ? TIFFTag.tileOffsets : TIFFTag.stripOffsets
    guard directory.fields[tag] != nil else { return nil }
    let starts = try directory.integers(tag, most: Self.mostPlaces)
    // Some write tiles under the names of strips.
    let lengthTag =
      directory.fields[TIFFTag.tileByteCounts] != nil && isTiled
      ? TIFFTag.tileByteCounts : TIFFTag.stripByteCounts
    let counts = try directory.integers(lengthTag, most: Self.mostPlaces)
    compression = try directory.integer(TIFFTag.compression) ?? 1
    guard starts.count == counts.count, compression != 6 else {
      throw ConversionError(.unsupportedContent, "it does not say how long its strips are")
    }
    let end = directory.file.input.byteCount
    guard zip(starts, counts).allSatisfy({ $0 > 0 && $1 > 0 && $0 < end && $1 <= end - $0 }) else {
      throw ConversionError(.damagedInput, "some of its strips are empty, or not there")
    }
    places = zip(starts, counts).map { $0..<$0 + $1 }
    width = try directory.integer(TIFFTag.imageWidth) ?? 0
    height = try directory.integer(TIFFTag.imageLength) ?? 0
    let depths = try directory.integers(TIFFTag.bitsPerSample, most: 64)
    let bits = depths.first ?? 1
    self.bits = bits
    samples = try directory.integer(TIFFTag.samplesPerPixel) ?? 1
    let formats = try directory.integers(TIFFTag.sampleFormat, most: 64)
    isFloat = formats.first == 3
    isPlanar = try directory.integer(TIFFTag.planarConfiguration) == 2 && samples > 1
    rowsPerStrip = max(1, min(height, try directory.integer(TIFFTag.rowsPerStrip) ?? height))
    var tile: (width: Int, height: Int)?
    if isTiled {
      tile = (
        try directory.integer(TIFFTag.tileWidth) ?? 0,
        try directory.integer(TIFFTag.tileLength) ?? 0
      )
    }
    self.tile = tile
    let photometric = try directory.integer(TIFFTag.photometric) ?? 0
    let isPlausible =
      (1...Int(Int32.max)).contains(width) && (1...Int(Int32.max)).contains(height)
      && (1...32).contains(samples) && (1...64).contains(bits) && depths.count <= samples
      && (tile.map { $0.width > 0 && $0.height > 0 && $0.width <= 1 << 16 && $0.height <= 1 << 16 }
        ?? true)
    // Those that no row is in would be lost.
    let parts = isPlausible ? Self.count(width, height, rowsPerStrip, tile) : 0
    // Rows of YCbCr are not rows of pixels; LogLuv is decoded to other numbers than are stored.
    canBeRecoded =
      isPlausible && places.count == parts * (isPlanar ? samples : 1)
      && depths.allSatisfy { $0 == bits } && Self.lossless.contains(compression)
      && ![6, 32844, 32845].contains(photometric)
      // Complex numbers are pairs, whose bytes libtiff turns otherwise.
      && formats.allSatisfy { $0 == formats[0] && (1...4).contains($0) }
      // Depth of an image in layers, which is no page (field 32997).
      && directory.fields[32997] == nil
  }

  /// Strips or tiles of a plane.
  private static func count(
    _ width: Int, _ height: Int, _ rowsPerStrip: Int, _ tile: (width: Int, height: Int)?
  ) -> Int {
    guard let tile else { return (height + rowsPerStrip - 1) / rowsPerStrip }
    return ((width - 1) / tile.width + 1) * ((height - 1) / tile.height + 1)
  }

  /// Samples that stand together in a pixel of a strip or tile.
  var samplesTogether: Int { isPlanar ? 1 : samples }
  var planes: Int { isPlanar ? samples : 1 }
  var rowBytes: Int { (width * samplesTogether * bits + 7) / 8 }
}
