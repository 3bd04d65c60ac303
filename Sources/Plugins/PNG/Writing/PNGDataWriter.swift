import ConverterCore
import Deflate

/// Compresses the rows of a picture on all cores, in pieces that do not depend on how many these are.
///
/// `@unchecked Sendable`: rows are taken under the lock of ``ConversionContext/inOrder(_:claim:work:finish:)``,
/// and written one piece at a time.
final class PNGDataWriter: @unchecked Sendable {
  private let supply: any PNGRowSupply
  private let layout: PNGRowLayout
  private let options: PNGWriterOptions
  private let output: PNGChunkOutput
  /// Pixels of the widest row.
  private let width: Int
  /// Bytes of samples in all, about.
  private let byteCount: Int
  private let lastRow: UnsafeMutableRawBufferPointer
  private var stream = PNGDataStream()
  private var pieceCount = 0

  init(
    _ supply: any PNGRowSupply, width: Int, height: Int, _ layout: PNGRowLayout,
    _ options: PNGWriterOptions, to output: PNGChunkOutput
  ) {
    self.supply = supply
    self.layout = layout
    self.options = options
    self.output = output
    self.width = width
    let rowByteCount = layout.sampleRowByteCount(width: width)
    let (byteCount, isOverflow) = rowByteCount.multipliedReportingOverflow(by: height)
    self.byteCount = isOverflow ? .max : byteCount
    lastRow = .allocate(byteCount: rowByteCount, alignment: 64)
  }

  deinit { lastRow.deallocate() }

  /// Writes all IDAT chunks.
  ///
  /// - Throws: `limitExceeded` where rows do not fit into memory; what decoding and writing throw.
  func write(in context: ConversionContext) throws(ConversionError) {
    let most = max(1, byteCount / PNGRowPiece.byteCount(options))
    let lanes = min(context.threads, most)
    try context.limits.check(
      .memory, lanes * PNGRowPiece.memory(width: width, layout, options),
      for: "compressing rows of \(width) pixels")
    try context.inOrder(lanes: lanes) {
      Lane()
    } claim: { [self] (lane) throws(ConversionError) in
      let piece =
        if let piece = lane.piece { piece } else { try PNGRowPiece(width: width, layout, options) }
      lane.piece = piece
      return try piece.fill(from: supply, lastRow: lastRow)
    } work: { (lane) throws(ConversionError) in
      try lane.piece?.work()
    } finish: { [self] (lane) throws(ConversionError) in
      try lane.piece?.write(to: output, continuing: &stream)
      pieceCount += 1
      try context.checkpoint(min(1, Double(pieceCount) / Double(most + 1)))
      return true
    }
  }

  /// What one thread has in hand.
  private final class Lane {
    var piece: PNGRowPiece?
  }
}
