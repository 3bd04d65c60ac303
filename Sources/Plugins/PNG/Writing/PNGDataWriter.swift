import ConverterCore
import Deflate

/// Compresses the rows of a picture on all cores, in pieces that do not depend on how many these are.
struct PNGDataWriter {
  private let supply: any PNGRowSupply
  private let layout: PNGRowLayout
  private let options: PNGWriterOptions
  private let output: PNGChunkOutput
  /// Pixels of the widest row.
  private let width: Int
  /// Bytes of samples in all, about.
  private let byteCount: Int

  init(
    _ supply: any PNGRowSupply, width: Int, height: Int, _ layout: PNGRowLayout,
    _ options: PNGWriterOptions, to output: PNGChunkOutput
  ) {
    self.supply = supply
    self.layout = layout
    self.options = options
    self.output = output
    self.width = width
    let (byteCount, isOverflow) = layout.sampleRowByteCount(width: width)
      .multipliedReportingOverflow(by: height)
    self.byteCount = isOverflow ? .max : byteCount
  }

  /// Writes all IDAT chunks.
  ///
  /// - Throws: `limitExceeded` where rows do not fit into memory; what decoding and writing throw.
  func write(in context: ConversionContext) throws(ConversionError) {
    let most = max(1, byteCount / PNGRowPiece.byteCount(options))
    let lanes = min(context.threads, most)
    try context.limits.check(
      .memory, lanes * PNGRowPiece.memory(width: width, layout, options),
      for: "compressing rows of \(width) pixels")
    // Whoever gave the picture waits, and takes no rows of it meanwhile; what is written to knows nothing of it.
    nonisolated(unsafe) let rows = Rows(supply, byteCount: layout.sampleRowByteCount(width: width))
    var stream = PNGDataStream()
    var pieceCount = 0
    try unsafe context.inOrder(lanes: lanes, from: rows) {
      Lane()
    } claim: { [width, layout, options] (rows, lane) throws(ConversionError) in
      let piece =
        if let piece = lane.piece { piece } else { try PNGRowPiece(width: width, layout, options) }
      lane.piece = piece
      return try unsafe piece.fill(from: rows.supply, lastRow: rows.last)
    } work: { (lane) throws(ConversionError) in
      try lane.piece?.work()
    } finish: { (lane) throws(ConversionError) in
      try lane.piece?.write(to: output, continuing: &stream)
      pieceCount += 1
      try context.checkpoint(min(1, Double(pieceCount) / Double(most + 1)))
      return true
    }
  }

  /// Where rows come from, and the last one that was taken.
  @safe private final class Rows {
    let supply: any PNGRowSupply
    let last: UnsafeMutableRawBufferPointer

    init(_ supply: any PNGRowSupply, byteCount: Int) {
      self.supply = supply
      unsafe last = .allocate(byteCount: byteCount, alignment: 64)
    }

    deinit { unsafe last.deallocate() }
  }

  /// What one thread has in hand.
  private final class Lane {
    var piece: PNGRowPiece?
  }
}
