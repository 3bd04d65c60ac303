public import ConverterCore

extension Table {
  /// Goes over all rows, in order.
  ///
  /// - Parameters:
  ///   - context: of the conversion that reads them.
  ///   - body: takes each batch; `false` where no more is wanted.
  public func forEachBatch(
    in context: ConversionContext, _ body: (RowBatch) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    let rows = try content.rows(in: context)
    let batch = RowBatch()
    while try rows.claim(batch) {
      try context.checkpoint()
      try rows.split(batch)
      guard try body(batch) else { return }
    }
  }

  /// Writes what `format` makes of each batch, on all threads of the context and in order.
  ///
  /// - Parameters:
  ///   - context: has the threads, and is told how much is done.
  ///   - separator: how many bytes at the beginning of each row's text only separate it from the row before,
  ///     and are left out of the first row's: a comma.
  ///   - overhead: how many bytes each row takes beside its cells: the keys of an object, blanks.
  ///   - format: appends the rows of a batch to the buffer; several threads call it at once.
  ///   - output: takes the texts.
  public func write(
    in context: ConversionContext, separator: Int = 0, overhead: Int = 0,
    _ format: @escaping @Sendable (RowBatch, ByteBuffer) throws(ConversionError) -> Void,
    to output: OutputFile
  ) throws(ConversionError) {
    final class Piece {
      let batch = RowBatch()
      let text = ByteBuffer(capacity: 1 << 18)
    }
    let rows = try content.rows(in: context)
    let splitter = rows.splitter
    var growth = RowGrowth(of: content, within: context.limits)
    let start = output.byteCount
    let byteCount = Double(max(1, content.byteCount))
    try context.inOrder(from: rows) {
      Piece()
    } claim: { rows, piece throws(ConversionError) in
      try rows.claim(piece.batch)
    } work: { piece throws(ConversionError) in
      try splitter.split(piece.batch)
      piece.text.removeAll()
      // Short rows under a name of a megabyte: the text of a batch must fit beside those of other threads.
      let (size, isHuge) = piece.batch.rowCount.multipliedReportingOverflow(by: overhead)
      try context.limits.check(
        .memory, isHuge || size > Int.max / 16 ? .max : size * 16,
        for: "writing short rows under so wide a header")
      try format(piece.batch, piece.text)
    } finish: { piece throws(ConversionError) in
      let text = piece.text
      let isFirst = output.byteCount == start
      let fraction = piece.batch.mark.map { min(1, Double($0.position) / byteCount) }
      try context.checkpoint(fraction)
      try growth.add(piece.batch, as: text.count)
      try output.write(text.span.dropFirst(isFirst ? separator : 0))
      return true
    }
  }
}
