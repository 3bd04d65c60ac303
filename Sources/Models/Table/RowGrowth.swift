public import ConverterCore

/// Compares what is written of rows with the values in them, so that short ones under long names of columns, which
/// objects repeat in each row, do not fill the disk, nor do empty cells in many columns.
public struct RowGrowth {
  private let ratio: Int
  /// Bytes of the file.
  private let fileSize: Int
  private var read = 0
  private var written = 0

  /// What may be written whatever the file is like.
  static let allowance = 256 << 20

  public init(of content: any TableContent, within limits: Limits) {
    ratio = limits.ratio
    fileSize = content.byteCount
  }

  /// - Parameters:
  ///   - batch: rows, all of which were written.
  ///   - byteCount: of what was made of them.
  /// - Throws: as below.
  mutating func add(_ batch: RowBatch, as byteCount: Int) throws(ConversionError) {
    var read = batch.bytes.count
    // Cells may share a place. Most rows do not grow, and need not be gone over.
    if byteCount / 16 > read { read = batch.cells.reduce(0) { $0 + $1.readBytes } }
    try add(reading: read, writing: byteCount)
  }

  /// - Parameters:
  ///   - reading: bytes of rows: of all their cells ``Cell/readBytes``.
  ///   - writing: bytes made of them.
  /// - Throws: `limitExceeded` where all that was made outgrows all rows, and the file.
  public mutating func add(reading: Int, writing: Int) throws(ConversionError) {
    read = Self.sum(read, reading)
    written = Self.sum(written, writing)
    guard written > Self.allowance else { return }
    guard written / max(1, fileSize, read) >= ratio else { return }
    // What the rows have grown to so far, they all will, and somewhat more.
    let needed = Self.sum(written / max(1, read), written / max(1, read) / 4 + 1)
    throw ConversionError.exceeding(
      .init(fixed: Limits.Name.ratio.rawValue, needed: needed, allowed: ratio),
      "names of columns, blanks or empty cells that are written with each row make the result more than "
        + "\(ratio) times as large as the rows, \(written) bytes so far; raise that with --limit "
        + "ratio=\(max(needed, Self.sum(ratio, 1)))")
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isOver) = one.addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}

extension Cell {
  /// What it counts as having been read: its text and what divides it from others. One without a value has been
  /// filled in, and counts nothing.
  public var readBytes: Int { kind.isNothing ? 0 : count + 1 }
}
