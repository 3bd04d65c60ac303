import ConverterCore
import TIFFStructure

/// The samples of a directory as libtiff decodes them: whole tiles, or strips of as many rows as are wanted.
final class SamplesQueue {
  /// What is coded at once.
  final class Piece {
    var samples: [UInt8]
    var byteCount = 0
    var width = 0
    var rows = 0
    /// Where the file has the same samples and no others, where it does.
    var stored: Range<Int>?
    var coded: StripEncoderHandle?

    init(byteCount: Int) { samples = [UInt8](repeating: 0, count: byteCount) }
  }

  private let samples: TIFFSamples
  private let decoder: TIFFDecoderHandle
  private let rowsPerStrip: Int
  private var index = 0

  /// - Throws: `damagedInput` where libtiff finds rows of another length than the directory says, `limitExceeded`,
  ///   `missingLibrary`, `readFailed`.
  init(
    _ samples: TIFFSamples, _ directory: TIFFDirectory, rowsPerStrip: Int,
    _ context: ConversionContext
  ) throws(ConversionError) {
    self.samples = samples
    self.rowsPerStrip = rowsPerStrip
    decoder = try TIFFDecoderHandle(directory, limits: context.limits)
    let size = decoder.sizes
    let expected =
      samples.tile.map { ($0.width * samples.samplesTogether * samples.bits + 7) / 8 }
      ?? samples.rowBytes
    guard (samples.tile == nil ? size.row : size.tileRow) == expected else {
      throw ConversionError(.damagedInput, "its rows are longer or shorter than it says")
    }
    try context.limits.check(.memory, pieceByteCount, for: "a strip or tile")
  }

  /// The most bytes that a piece has.
  var pieceByteCount: Int {
    samples.tile == nil ? rowsPerStrip * samples.rowBytes : decoder.sizes.tile
  }

  /// Strips or tiles of a plane.
  private var countOfPlane: Int {
    guard let tile = samples.tile else {
      return (samples.height + rowsPerStrip - 1) / rowsPerStrip
    }
    return columns * ((samples.height + tile.height - 1) / tile.height)
  }

  private var columns: Int {
    samples.tile.map { (samples.width + $0.width - 1) / $0.width } ?? 1
  }

  var count: Int { countOfPlane * samples.planes }

  /// The bytes in the file of what is decoded as a strip or tile of this number; of the file's strips that reach beyond
  /// it, a share.
  func storedByteCount(_ index: Int) -> Double {
    if let stored = stored(index) { return Double(stored.count) }
    let (plane, place) = index.quotientAndRemainder(dividingBy: countOfPlane)
    let rows = place * rowsPerStrip..<min((place + 1) * rowsPerStrip, samples.height)
    let ownRows = samples.rowsPerStrip
    let strips = (samples.height + ownRows - 1) / ownRows
    var sum = 0.0
    for strip in rows.lowerBound / ownRows...(rows.upperBound - 1) / ownRows {
      let own = strip * ownRows..<min((strip + 1) * ownRows, samples.height)
      let share = Double(own.clamped(to: rows).count) / Double(own.count)
      sum += share * Double(samples.places[plane * strips + strip].count)
    }
    return sum
  }

  /// Where the file has the samples of a strip or tile of this number and no others; `nil` where its strips are others.
  private func stored(_ index: Int) -> Range<Int>? {
    samples.tile != nil || rowsPerStrip == samples.rowsPerStrip ? samples.places[index] : nil
  }

  /// - Returns: whether there was anything left.
  func next(into piece: Piece) throws(ConversionError) -> Bool {
    guard index < count else { return false }
    try read(index, into: piece)
    piece.stored = stored(index)
    index += 1
    return true
  }

  /// Decodes a strip or tile by its number.
  ///
  /// - Throws: `damagedInput` also where libtiff makes something of damaged data.
  func read(_ index: Int, into piece: Piece) throws(ConversionError) {
    try decode(index, into: piece)
    if let words = decoder.complaint(compression: samples.compression) {
      throw .damagedSamples(words)
    }
  }

  private func decode(_ index: Int, into piece: Piece) throws(ConversionError) {
    let (plane, place) = index.quotientAndRemainder(dividingBy: countOfPlane)
    if let tile = samples.tile {
      let (row, column) = place.quotientAndRemainder(dividingBy: columns)
      (piece.width, piece.rows, piece.byteCount) = (tile.width, tile.height, decoder.sizes.tile)
      return try decoder.readTile(
        x: column * tile.width, y: row * tile.height, sample: plane, into: &piece.samples,
        0..<piece.byteCount)
    }
    let first = place * rowsPerStrip
    piece.width = samples.width
    piece.rows = min(rowsPerStrip, samples.height - first)
    piece.byteCount = piece.rows * samples.rowBytes
    for row in 0..<piece.rows {
      let place = row * samples.rowBytes..<(row + 1) * samples.rowBytes
      try decoder.readRow(first + row, sample: plane, into: &piece.samples, place)
    }
  }
}
