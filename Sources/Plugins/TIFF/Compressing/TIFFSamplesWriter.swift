import ConverterCore
import TIFFStructure

/// Writes the strips or tiles of a directory in the way that makes them smallest, which may be their own.
struct TIFFSamplesWriter {
  private let samples: TIFFSamples
  private let directory: TIFFDirectory
  private let context: ConversionContext

  /// Bytes of the samples of a strip, about.
  private static let stripByteCount = 1 << 20
  /// Group 4 learns from the row above: a page is one strip, but for those that are too large for that.
  private static let faxByteCount = 1 << 25
  /// As PNG's: beyond it, seconds are spent on tenths of a percent.
  private static let level = 10
  /// How many strips or tiles are tried.
  private static let trials = 4

  /// A way of coding.
  private struct Way {
    let compression: PageCoding.Compression
    let predictor: Int
  }

  init(_ samples: TIFFSamples, _ directory: TIFFDirectory, _ context: ConversionContext) {
    self.samples = samples
    self.directory = directory
    self.context = context
  }

  /// - Returns: the fields that are no longer what they were; `nil` for those that there are no longer.
  func write(
    to output: TIFFOutput
  ) throws(ConversionError) -> [(tag: UInt16, field: DirectoryBuilder.Field?)] {
    if samples.canBeRecoded, let way = try best() {
      let places = try write(as: way, to: output)
      return fields(places, way, output.builder)
    }
    var places: [Range<Int>] = []
    for place in samples.places {
      let start = try output.append(copyOf: place, in: directory.file.input, context)
      places.append(start..<start + place.count)
    }
    return fields(places, nil, output.builder)
  }

  private func fields(
    _ places: [Range<Int>], _ way: Way?, _ builder: DirectoryBuilder
  ) -> [(tag: UInt16, field: DirectoryBuilder.Field?)] {
    let isTiled = samples.tile != nil
    let startTag = isTiled ? TIFFTag.tileOffsets : TIFFTag.stripOffsets
    let hasTileCounts = directory.fields[TIFFTag.tileByteCounts] != nil && isTiled
    let countTag = hasTileCounts ? TIFFTag.tileByteCounts : TIFFTag.stripByteCounts
    var result: [(tag: UInt16, field: DirectoryBuilder.Field?)] = [
      (startTag, builder.offsets(startTag, places.map(\.lowerBound))),
      (countTag, builder.offsets(countTag, places.map(\.count))),
    ]
    guard let way else { return result }
    let compression = builder.short(TIFFTag.compression, way.compression.rawValue)
    result.append((TIFFTag.compression, compression))
    result.append(
      (
        TIFFTag.predictor,
        way.predictor > 1 ? builder.short(TIFFTag.predictor, way.predictor) : nil
      ))
    // libtiff gives bits in the usual order; what it says of fax is of the old coding.
    for tag in [TIFFTag.fillOrder, TIFFTag.t4Options, TIFFTag.t6Options] {
      result.append((tag, nil))
    }
    if !isTiled {
      result.append(
        (TIFFTag.rowsPerStrip, builder.long(TIFFTag.rowsPerStrip, rows(of: way.compression))))
    }
    return result
  }

  /// Rows of a strip.
  private func rows(of compression: PageCoding.Compression) -> Int {
    let most = compression == .g4 ? Self.faxByteCount : Self.stripByteCount
    return max(1, min(samples.height, most / max(1, samples.rowBytes)))
  }

  /// The way that comes to the fewest bytes for some of the samples; `nil` where the file's own does.
  private func best() throws(ConversionError) -> Way? {
    var ways: [Way] = []
    if samples.bits == 1, samples.samplesTogether == 1 {
      ways.append(Way(compression: .g4, predictor: 1))
    }
    ways.append(Way(compression: .deflate, predictor: 1))
    ways.append(Way(compression: .lzw, predictor: 1))
    if samples.isFloat, [16, 24, 32, 64].contains(samples.bits) {
      ways.append(Way(compression: .deflate, predictor: 3))
    } else if !samples.isFloat, [8, 16, 32].contains(samples.bits) {
      ways.append(Way(compression: .deflate, predictor: 2))
      ways.append(Way(compression: .lzw, predictor: 2))
    }
    var known: [Way] = []
    for way in ways where try TIFFDecoderHandle.knows(compression: way.compression.rawValue) {
      known.append(way)
    }
    let queue = try SamplesQueue(samples, directory, rowsPerStrip: rows(of: .deflate), context)
    var sums = [Int](repeating: 0, count: known.count)
    // As the file has the same samples.
    var own = 0.0
    let piece = SamplesQueue.Piece(byteCount: queue.pieceByteCount)
    for trial in 0..<min(Self.trials, queue.count) {
      let number = trial * queue.count / min(Self.trials, queue.count)
      try queue.read(number, into: piece)
      own += queue.storedByteCount(number)
      for (index, way) in known.enumerated() {
        try context.checkpoint()
        let coded = try coded(piece, way)
        sums[index] += coded.byteCount
      }
    }
    guard let least = sums.indices.min(by: { sums[$0] < sums[$1] }), Double(sums[least]) < own
    else { return nil }
    return known[least]
  }

  /// Whether it is the file's own way, in which strips and tiles of another program may stand beside those coded here.
  ///
  /// Others than deflate leave a program nothing to try harder at.
  private func isOwn(_ way: Way) throws(ConversionError) -> Bool {
    guard way.compression == .deflate, samples.compression == way.compression.rawValue else {
      return false
    }
    let predictor = try directory.integer(TIFFTag.predictor) ?? 1
    let fillOrder = try directory.integer(TIFFTag.fillOrder) ?? 1
    return predictor == way.predictor && fillOrder == 1
  }

  private func coded(
    _ piece: SamplesQueue.Piece, _ way: Way
  ) throws(ConversionError) -> StripEncoderHandle {
    let decoded = piece.samples
    return try StripEncoderHandle(
      decoded.span.extracting(..<piece.byteCount),
      StripEncoderHandle.Layout(
        width: piece.width, rows: piece.rows, samples: samples.samplesTogether, bits: samples.bits,
        isFloat: samples.isFloat, photometric: 1, isBigEndian: directory.file.isBigEndian),
      compression: way.compression, predictor: way.predictor, level: Self.level)
  }

  private func write(
    as way: Way, to output: TIFFOutput
  ) throws(ConversionError) -> [Range<Int>] {
    let queue = try SamplesQueue(
      samples, directory, rowsPerStrip: rows(of: way.compression), context)
    let isOwn = try isOwn(way)
    var places: [Range<Int>] = []
    let byteCount = queue.pieceByteCount
    let (all, isTooMuch) = byteCount.multipliedReportingOverflow(by: 3 * context.threads)
    try context.limits.check(.memory, isTooMuch ? .max : all, for: "coding strips")
    try context.inOrder(lanes: queue.count > 1 ? nil : 1, from: queue) {
      SamplesQueue.Piece(byteCount: byteCount)
    } claim: { (queue, piece) throws(ConversionError) in
      try context.checkpoint()
      return try queue.next(into: piece)
    } work: { (piece) throws(ConversionError) in
      piece.coded = try coded(piece, way)
    } finish: { (piece) throws(ConversionError) in
      guard let coded = piece.coded else { return false }
      let count = coded.byteCount
      if isOwn, let stored = piece.stored, stored.count <= count {
        let start = try output.append(copyOf: stored, in: directory.file.input, context)
        places.append(start..<start + stored.count)
      } else {
        let start = try output.append(coded.bytes)
        places.append(start..<start + count)
      }
      piece.coded = nil
      return true
    }
    return places
  }
}
