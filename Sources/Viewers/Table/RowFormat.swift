internal import ConverterCore
internal import Synchronization
import TableModel

/// Text made of rows, some at a time.
protocol RowFormat: Sendable {
  /// Several threads call it at once.
  ///
  /// - Parameter isFirst: whether these are the first rows that there are.
  func append(_ batch: RowBatch, to text: ByteBuffer, isFirst: Bool)
}

extension Table {
  /// Writes what a format makes of all rows, as they are read, in order and on all threads.
  ///
  /// - Parameter begin: chooses the format by the first rows that there are, and adds what stands before
  ///   them. It is not called where there are no rows.
  /// - Returns: how many rows there were, and whether somebody still reads the page.
  func write(
    on page: any Page, in context: ConversionContext,
    begin: (RowBatch, ByteBuffer) -> any RowFormat
  ) throws(ConversionError) -> (rows: Int, isRead: Bool) {
    final class Piece {
      let batch = RowBatch()
      let text = ByteBuffer(capacity: 1 << 16)
      var isFormatted = false
    }
    let rows = try content.rows(in: context)
    let splitter = rows.splitter
    let format = RowFormatChoice()
    var (count, isRead) = (0, true)
    try context.inOrder(from: rows) {
      Piece()
    } claim: { rows, piece throws(ConversionError) in
      try rows.claim(piece.batch)
    } work: { piece throws(ConversionError) in
      try splitter.split(piece.batch)
      piece.text.removeAll()
      piece.isFormatted = false
      guard let format = format.value else { return }
      format.append(piece.batch, to: piece.text, isFirst: false)
      piece.isFormatted = true
    } finish: { piece throws(ConversionError) in
      guard piece.batch.rowCount > 0 else { return true }
      count += piece.batch.rowCount
      if !piece.isFormatted {
        let earlier = format.value
        let chosen = earlier ?? begin(piece.batch, piece.text)
        format.value = chosen
        chosen.append(piece.batch, to: piece.text, isFirst: earlier == nil)
      }
      isRead = try page.write(piece.text.array)
      return isRead
    }
    return (count, isRead)
  }
}

/// The format, once the first rows have come.
private final class RowFormatChoice: Sendable {
  private let choice = Mutex<(any RowFormat)?>(nil)

  var value: (any RowFormat)? {
    get { choice.withLock { $0 } }
    set { choice.withLock { $0 = newValue } }
  }
}
