import ConverterCore
import Deflate

/// Rows that one thread filters and compresses at once, apart from all others.
///
/// Its memory has room for as many rows of the widest kind as one takes at most: of samples with the row before them,
/// of filtered rows, for one trial, and for what the compressor makes of them at worst. No pass has wider rows.
@safe final class PNGRowPiece {
  /// About the bytes of samples in a piece: enough that it costs nothing worth mentioning that compression
  /// knows nothing of what stands before it.
  private static let usualByteCount = 1 << 20

  static func byteCount(_ options: PNGWriterOptions) -> Int {
    options.isThorough ? 4 * usualByteCount : usualByteCount
  }

  private let layout: PNGRowLayout
  private let options: PNGWriterOptions
  private let compressor: DeflateHandle
  private let probe: DeflateHandle

  /// Samples of the row before the first one, then those of the rows; made into bytes of the file.
  private let samples: UnsafeMutableRawBufferPointer
  private let filtered: UnsafeMutableRawBufferPointer
  private let trial: UnsafeMutablePointer<UInt8>
  /// The chunk, with room before and behind the compressed bytes.
  private let chunk: UnsafeMutableRawBufferPointer
  /// Where compressed bytes begin in it: behind its head and the two bytes that a zlib stream begins with.
  private static let contentOffset = PNGChunkOutput.headByteCount + 2

  private var width = 0
  private var rowCount = 0
  private var isLast = false
  private var checksum: UInt32 = 1
  private var filteredByteCount = 0
  private var compressedByteCount = 0

  /// - Parameter width: pixels of the widest row.
  init(width: Int, _ layout: PNGRowLayout, _ options: PNGWriterOptions) throws(ConversionError) {
    self.layout = layout
    self.options = options
    compressor = try DeflateHandle(level: options.compression)
    probe = try DeflateHandle(level: options.isThorough ? 5 : 1)
    let size = Self.samplesByteCount(width: width, layout, options)
    unsafe samples = .allocate(byteCount: size, alignment: 64)
    // Each row gets its filter, and has a byte at least.
    unsafe filtered = .allocate(byteCount: 2 * size, alignment: 64)
    unsafe trial = .allocate(capacity: size)
    let room = compressor.bound(2 * size)
    unsafe chunk = .allocate(
      byteCount: Self.contentOffset + room + DeflateJoint.byteCount + 4
        + PNGChunkOutput.tailByteCount, alignment: 64)
  }

  deinit {
    unsafe samples.deallocate()
    unsafe filtered.deallocate()
    unsafe trial.deallocate()
    unsafe chunk.deallocate()
  }

  private static func samplesByteCount(
    width: Int, _ layout: PNGRowLayout, _ options: PNGWriterOptions
  ) -> Int {
    let row = layout.sampleRowByteCount(width: width)
    return max(byteCount(options), row) + row
  }

  /// What a piece takes at most.
  static func memory(width: Int, _ layout: PNGRowLayout, _ options: PNGWriterOptions) -> Int {
    6 * samplesByteCount(width: width, layout, options)
  }

  /// Takes rows from a supply; `false` where there are none.
  ///
  /// - Parameter lastRow: the samples of the last row taken, for the next piece.
  func fill(
    from supply: any PNGRowSupply, lastRow: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Bool {
    guard let run = supply.run(), let base = unsafe samples.baseAddress,
      let last = lastRow.baseAddress
    else { return false }
    width = run.width
    let rowByteCount = layout.sampleRowByteCount(width: width)
    rowCount = min(run.count, max(1, Self.byteCount(options) / rowByteCount))
    if run.isFirst {
      unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: rowByteCount)
    } else {
      unsafe base.copyMemory(from: last, byteCount: rowByteCount)
    }
    try unsafe supply.take(rowCount, to: base + rowByteCount)
    unsafe last.copyMemory(from: base + rowCount * rowByteCount, byteCount: rowByteCount)
    isLast = supply.isAtEnd
    return true
  }

  /// Filters and compresses what is in it.
  func work() throws(ConversionError) {
    unsafe layout.makeFileBytes(of: samples, width: width, rowCount: rowCount + 1)
    let filtering = PNGFiltering(
      rowByteCount: layout.rowByteCount(width: width), pixelByteCount: layout.pixelByteCount)
    let choice = try bestChoice(filtering)
    filter(0..<rowCount, by: choice, filtering, behind: 0)
    filteredByteCount = rowCount * (filtering.rowByteCount + 1)
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: filtered[..<filteredByteCount])
    checksum = unsafe compressor.adler32(Span(borrowing: bytes))
    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: chunk[Self.contentOffset...])
    // The chunk stays where it is, and nothing else touches it meanwhile.
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: rest)
    guard let count = unsafe compressor.compress(Span(borrowing: bytes), into: &room),
      let whole = isLast ? count : DeflateJoint.open(&room, count: count)
    else { throw ConversionError(.internalError, "libdeflate gave no stream that can be joined") }
    compressedByteCount = whole
  }

  /// Adds it to what has been written; one piece after the other.
  func write(
    to output: PNGChunkOutput, continuing stream: inout PNGDataStream
  ) throws(ConversionError) {
    var offset = Self.contentOffset
    var count = compressedByteCount
    if stream.isAtStart {
      offset -= 2
      count += 2
      unsafe chunk[offset] = 0x78
      // The level is told in two bits, which nobody reads; with them the word is a multiple of 31.
      unsafe chunk[offset + 1] = 0x9C
    }
    stream.add(checksum, byteCount: filteredByteCount)
    if isLast {
      unsafe chunk.storeBytes(
        of: stream.checksum.bigEndian, toByteOffset: offset + count, as: UInt32.self)
      count += 4
    }
    let rest = unsafe UnsafeMutableRawBufferPointer(
      rebasing: chunk[(offset - PNGChunkOutput.headByteCount)...])
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: rest)
    try output.write(.data, &room, count: count, checksums: compressor)
  }

  /// Filters rows, and puts them behind `start` rows that are filtered already.
  private func filter(
    _ rows: Range<Int>, by choice: PNGFiltering.Choice, _ filtering: PNGFiltering, behind start: Int
  ) {
    guard let base = unsafe samples.baseAddress, let target = unsafe filtered.baseAddress else {
      return
    }
    unsafe filtering.filter(
      (base + (rows.lowerBound + 1) * filtering.rowByteCount).assumingMemoryBound(to: UInt8.self),
      count: rows.count, by: choice,
      to: (target + start * (filtering.rowByteCount + 1)).assumingMemoryBound(to: UInt8.self),
      trial: trial)
  }

  /// The rows that choices are tried on: an eighth from the middle; where the file is to be as small as can be, a
  /// quarter from four places, which on photos comes within 0.5 % of trying all.
  private var sampledRows: [Range<Int>] {
    guard options.isThorough else {
      let count = min(rowCount, max(8, rowCount / 8))
      let first = (rowCount - count) / 2
      return [first..<first + count]
    }
    let places = 4
    guard rowCount >= 16 * places else { return [0..<rowCount] }
    let count = rowCount / (4 * places)
    return (0..<places).map { place in
      let first = rowCount * (2 * place + 1) / (2 * places) - count / 2
      return first..<first + count
    }
  }

  /// The choice that makes the least of some of the rows, at a fast level.
  private func bestChoice(
    _ filtering: PNGFiltering
  ) throws(ConversionError) -> PNGFiltering.Choice {
    let choices = options.filters(for: layout)
    guard choices.count > 1 else { return choices[0] }
    let sample = sampledRows
    var best = choices[0]
    var least = Int.max
    for choice in choices {
      var count = 0
      for rows in sample {
        filter(rows, by: choice, filtering, behind: count)
        count += rows.count
      }
      let bytes = unsafe UnsafeRawBufferPointer(
        rebasing: filtered[..<(count * (filtering.rowByteCount + 1))])
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: chunk[Self.contentOffset...])
      // As where a piece is compressed.
      var room = unsafe MutableSpan<UInt8>(_unsafeBytes: rest)
      let size = unsafe probe.compress(Span(borrowing: bytes), into: &room)
      guard let size, size < least else { continue }
      (best, least) = (choice, size)
    }
    return best
  }
}

/// The zlib stream that the IDAT chunks of a file hold together.
struct PNGDataStream {
  private(set) var isAtStart = true
  private(set) var checksum: UInt32 = 1

  /// Adds bytes with a checksum of their own.
  mutating func add(_ part: UInt32, byteCount: Int) {
    isAtStart = false
    checksum = Adler32.combine(checksum, part, secondByteCount: byteCount)
  }
}
