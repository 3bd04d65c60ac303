import ConverterCore
import TableModel

/// Counts rows on all threads.
///
/// Whether a piece begins in quotes is known only when all before it were counted. Most do not, so each is
/// counted as if it did not, and once more where that proves wrong. At the first piece that is not regular it
/// ends, and whoever asked goes on with one record after the other.
struct RowCount {
  private final class Piece {
    let bytes: ByteBuffer
    var range = 0..<0
    /// Whether its bytes begin with the one before it.
    var isBehindOthers = false
    var count: DelimitedScanner.Piece?

    init(size: Int) { bytes = ByteBuffer(capacity: size + 64) }
  }

  private let input: InputFile
  private let scanner: DelimitedScanner
  private let range: Range<Int>
  private let pieceSize: Int

  /// - Parameters:
  ///   - range: where the rows are in the file.
  ///   - pieceSize: a multiple of 64.
  init(_ input: InputFile, _ scanner: DelimitedScanner, in range: Range<Int>, pieceSize: Int) {
    self.input = input
    self.scanner = scanner
    self.range = range
    self.pieceSize = pieceSize
  }

  /// - Returns: the first row that is not counted, and where it begins: at the end where all are.
  func run(in context: ConversionContext) throws(ConversionError) -> RowMark {
    var found = Found(known: RowMark(row: 1, position: range.lowerBound))
    try context.inOrder(from: range.lowerBound) { [pieceSize] in
      Piece(size: pieceSize)
    } claim: { [range, pieceSize] position, piece in
      guard position < range.upperBound else { return false }
      piece.range = position..<min(position + pieceSize, range.upperBound)
      position = piece.range.upperBound
      return true
    } work: { [self] piece throws(ConversionError) in
      try read(piece)
      piece.count = count(piece, startsInQuotes: false)
    } finish: { piece in
      if found.isInQuotes { piece.count = count(piece, startsInQuotes: true) }
      guard let count = piece.count else {
        found.isRegular = false
        return false
      }
      found.add(count, at: piece.range.lowerBound)
      return true
    }
    // The last row may lack its line end, though not its last quote.
    guard found.isRegular, !found.isInQuotes, found.known.position < range.upperBound else {
      return found.known
    }
    return RowMark(row: found.rows + 2, position: range.upperBound)
  }

  /// What is known of the pieces that are counted.
  private struct Found {
    /// The row that begins last of those known, and where.
    var known: RowMark
    /// Rows that ended in pieces so far.
    var rows = 0
    var isInQuotes = false
    var isRegular = true

    mutating func add(_ count: DelimitedScanner.Piece, at position: Int) {
      rows += count.rows
      if count.lastStart > 0 {
        known = RowMark(row: rows + 1, position: position + count.lastStart)
      }
      isInQuotes = count.endsInQuotes
    }
  }

  /// Reads a piece with the byte before it and the one behind.
  private func read(_ piece: Piece) throws(ConversionError) {
    let before = piece.range.lowerBound > range.lowerBound ? 1 : 0
    let wanted = before + piece.range.count + (piece.range.upperBound < range.upperBound ? 1 : 0)
    piece.bytes.removeAll()
    let got = try piece.bytes.append(wanted, of: input, at: piece.range.lowerBound - before)
    guard got == wanted else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
    piece.isBehindOthers = before == 1
  }

  private func count(_ piece: Piece, startsInQuotes: Bool) -> DelimitedScanner.Piece? {
    let (bytes, start) = (piece.bytes, piece.isBehindOthers ? 1 : 0)
    return scanner.count(
      bytes.span, in: start..<start + piece.range.count, startsInQuotes: startsInQuotes)
  }
}
