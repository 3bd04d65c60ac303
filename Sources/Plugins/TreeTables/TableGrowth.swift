import ConverterCore

/// Bounds what a tree comes to as a table.
///
/// Each row has a cell for every key of the tree, so one whose objects share no keys grows with the square of its size;
/// so do the names of columns, each of which has all keys on the way to it.
struct TableGrowth {
  /// Bytes of the file.
  let fileSize: Int
  let limits: Limits

  /// Cells that a table may have, and bytes that the names of its columns may come to, however small the file is.
  static let allowance = (cells: 1 << 26, names: 1 << 24)

  /// - Throws: `limitExceeded` for more than `ratio` cells for each byte of the file, above the allowance.
  func check(rows: Int, columns: Int) throws(ConversionError) {
    let (product, isOver) = rows.multipliedReportingOverflow(by: columns)
    let cells = isOver ? Int.max : product
    guard cells > Self.allowance.cells, times(cells) > limits.ratio else { return }
    throw ConversionError.exceeding(
      .init(.ratio, needed: times(cells), of: limits),
      "as a table it has \(rows) rows × \(columns) columns, most of them empty: \(cells) cells are more than "
        + "\(limits.ratio) for each of its \(fileSize) bytes; --to ndjson writes no empty cells, and "
        + "--limit ratio=\(times(cells)) allows so many")
  }

  /// - Parameter names: bytes of the names of all columns.
  /// - Throws: `limitExceeded` where they are more than `ratio` times the file, above the allowance, or than the memory
  ///   allows.
  func check(names: Int) throws(ConversionError) {
    guard names > Self.allowance.names else { return }
    try limits.check(.memory, names * 16, for: "the names of the columns")
    guard times(names) > limits.ratio else { return }
    throw ConversionError.exceeding(
      .init(.ratio, needed: times(names), of: limits),
      "long keys that hold many others make the names of its columns \(names) bytes, more than \(limits.ratio) "
        + "times its \(fileSize) bytes; as a tree (--as tree, --to json) it can be read, and "
        + "--limit ratio=\(times(names)) allows so many")
  }

  /// How often the file goes into it, rounded up.
  private func times(_ amount: Int) -> Int {
    let size = max(1, fileSize)
    return amount / size + (amount % size == 0 ? 0 : 1)
  }
}
