import CVectors
import ConverterCore
import TableModel

/// Finds records and cells 64 bytes at a time, and byte by byte where that could be wrong.
struct DelimitedScanner: Sendable {
  /// What was found in a text from its beginning on.
  struct Count {
    /// Where the first record begins that is not complete.
    var next = 0
    /// Line ends before that, those in quotes included.
    var lines = 0
    /// Rows before that.
    var rows = 0
    /// Lines without a byte among what is before that, where they are no rows.
    var emptyLines = 0
    /// Where the first of those is.
    var firstEmptyLine: Int?
  }

  let careful: CarefulScanner
  private let rules: fairy_delimited_rules

  /// Which instructions are used.
  enum Instructions: CaseIterable {
    /// The best that the processor has.
    case best
    case plain
    case avx2

    fileprivate var code: fairy_instructions {
      switch self {
      case .best: FAIRY_INSTRUCTIONS_BEST
      case .plain: FAIRY_INSTRUCTIONS_PLAIN
      case .avx2: FAIRY_INSTRUCTIONS_AVX2
      }
    }
  }

  init(_ marks: Marks, with instructions: Instructions = .best) {
    careful = CarefulScanner(marks: marks)
    rules = fairy_delimited_rules(
      instructions: instructions.code, delimiter: marks.delimiter, quote: marks.quote ?? 0,
      escape: marks.escape ?? 0,
      has_quote: marks.quote == nil ? 0 : 1, has_escape: marks.escape == nil ? 0 : 1,
      doubles_quotes: marks.doublesQuotes ? 1 : 0, skips_empty: marks.skipsEmptyLines ? 1 : 0)
  }

  /// Counts the complete records at the beginning of a text.
  ///
  /// - Parameter isLast: whether nothing follows the text. A last record without a line end is still not
  ///   counted.
  func count(_ text: ByteBuffer, isLast: Bool) -> Count {
    var state = fairy_delimited_count()
    state.first_empty = -1
    var rules = rules
    let count = text.count
    // It looks at the `count` bytes in use, and at none behind them.
    while unsafe fairy_delimited_records(text.start, count, isLast ? 1 : 0, &rules, &state)
      == FAIRY_DELIMITED_ODD
    {
      var sink = NoSink()
      let record = state.record
      guard
        case .complete(let next) = careful.record(
          in: CheckedBytes(text), from: record, to: count, isLast: false, into: &sink)
      else { break }
      state.records += 1
      state.lines += Self.lineEnds(text.span[record..<next])
      state.record = next
    }
    let empties = careful.marks.skipsEmptyLines ? state.empties : 0
    return Count(
      next: state.record, lines: state.lines, rows: state.records - empties,
      emptyLines: empties,
      firstEmptyLine: state.first_empty < 0 ? nil : state.first_empty)
  }

  /// What a piece from the middle of a text has of records.
  struct Piece {
    /// Rows that end in it.
    let rows: Int
    /// Where the last row that begins in it begins; 0 where none does.
    let lastStart: Int
    let endsInQuotes: Bool
  }

  /// Counts the rows that end in a piece of text.
  ///
  /// - Parameters:
  ///   - text: the piece, and the bytes before and behind it where there are some.
  ///   - range: where the piece is in it; its size is a multiple of 64 where something follows.
  ///   - startsInQuotes: what it is supposed to begin in.
  /// - Returns: `nil` where the quick loops do not know.
  func count(_ text: Span<UInt8>, in range: Range<Int>, startsInQuotes: Bool) -> Piece? {
    guard careful.marks.escape == nil else { return nil }
    precondition(range.lowerBound >= 0 && range.upperBound <= text.count)
    let previous = range.lowerBound > 0 ? Int32(text[range.lowerBound - 1]) : -1
    let follows: Int32 = range.upperBound < text.count ? 1 : 0
    var piece = fairy_delimited_piece()
    var rules = rules
    let isRegular = unsafe text.withUnsafeBufferPointer { text in
      // It looks at the bytes of the range, and at the one behind it where that follows.
      unsafe text.baseAddress.map {
        unsafe fairy_delimited_count_piece(
          $0 + range.lowerBound, range.count, previous, follows, startsInQuotes ? 1 : 0, &rules,
          &piece)
      }
    }
    guard let isRegular, isRegular != 0 else { return nil }
    return Piece(
      rows: piece.records - (careful.marks.skipsEmptyLines ? piece.empties : 0),
      lastStart: piece.last_record, endsInQuotes: piece.ends_inside != 0)
  }

  /// LF, CR LF and CR in a text.
  static func lineEnds(_ text: Span<UInt8>, with instructions: Instructions = .best) -> Int {
    unsafe text.withUnsafeBufferPointer { text in
      // It looks at `count` bytes.
      unsafe text.baseAddress.map { unsafe fairy_line_ends($0, text.count, instructions.code) } ?? 0
    }
  }

  /// Places that are not UTF-8, and where the first is; `nil` where all is.
  static func invalidUTF8(_ text: Span<UInt8>) -> (places: Int, first: Int)? {
    let first = validPrefix(text)
    guard first < text.count else { return nil }
    var (at, places) = (first, 0)
    while at < text.count {
      places += 1
      // What is left of a character belongs to the place.
      repeat { at += 1 } while at < text.count && text[at] & 0xC0 == 0x80
      at += validPrefix(text[at...])
    }
    return (places, first)
  }

  private static func validPrefix(_ text: Span<UInt8>) -> Int {
    unsafe text.withUnsafeBufferPointer { text in
      // It looks at `count` bytes.
      unsafe text.baseAddress.map { unsafe fairy_utf8_valid_prefix($0, text.count) } ?? 0
    }
  }

  /// Splits the bytes of a batch, which end where a record does, into cells; quotes and escapes are taken
  /// away in place.
  ///
  /// - Parameter literal: a quote that is text.
  /// - Returns: where the cells begin that have text behind their closing quote.
  func split(_ batch: RowBatch, literal: Int?) -> [Int] {
    let text = unsafe batch.bytes.start
    var overruns: [Int] = []
    var state = unsafe fairy_delimited_split()
    var rules = rules
    // `cells` and `rowEnds` have room for as many as `state.room` says, a cell being two numbers; the bytes that are
    // looked at are those in use of the batch, which stay where they are, as nothing is appended meanwhile.
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * Self.room) { cells in
      unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.room) { rowEnds in
        unsafe state.cells = cells.baseAddress
        unsafe state.row_ends = rowEnds.baseAddress
        unsafe state.room = Self.room
        while true {
          let ending = unsafe fairy_delimited_cells(text, batch.bytes.count, &rules, &state)
          unsafe Self.take(state, into: batch)
          if ending == FAIRY_DELIMITED_DONE { break }
          if ending == FAIRY_DELIMITED_ODD {
            unsafe overruns += splitOdd(&state, into: batch, literal: literal)
          }
          unsafe state.cells_before = Int64(batch.cells.count)
        }
      }
    }
    if unsafe state.doubled > 0 { undouble(batch) }
    return overruns
  }

  private func undouble(_ batch: RowBatch) {
    guard let quote = careful.marks.quote else { return }
    let text = unsafe batch.bytes.start
    // A cell has 8 bytes, and says where its text is within the bytes in use; what becomes of it is shorter.
    unsafe batch.cells.withUnsafeMutableBytes {
      unsafe fairy_delimited_undouble(
        text, $0.baseAddress?.assumingMemoryBound(to: UInt32.self), $0.count / 8, quote)
    }
  }

  /// Cells between two calls: 8 bytes each, so that they stay near the processor.
  private static let room = 2048

  private static func take(_ state: fairy_delimited_split, into batch: RowBatch) {
    // So many were filled, each as a `Cell` is in memory, and an `Int` for each row.
    let cells = unsafe UnsafeRawBufferPointer(start: state.cells, count: state.cell_count * 8)
    unsafe cells.withMemoryRebound(to: Cell.self) { unsafe batch.cells.append(contentsOf: $0) }
    let rows = unsafe UnsafeRawBufferPointer(start: state.row_ends, count: state.row_count * 8)
    unsafe rows.withMemoryRebound(to: Int.self) { unsafe batch.rowEnds.append(contentsOf: $0) }
  }

  /// Splits the record at which the quick loop stopped, from its beginning.
  ///
  /// - Returns: where its cells begin that have text behind their closing quote.
  private func splitOdd(
    _ state: inout fairy_delimited_split, into batch: RowBatch, literal: Int?
  ) -> [Int] {
    unsafe batch.cells.removeLast(batch.cells.count - Int(state.record_cells))
    var sink = MovingSink()
    swap(&sink.cells, &batch.cells)
    let ending = unsafe careful.record(
      in: CheckedBytes(batch.bytes), from: state.record, to: batch.bytes.count, isLast: true,
      literal: literal, into: &sink)
    swap(&sink.cells, &batch.cells)
    batch.rowEnds.append(batch.cells.count)
    unsafe state.record = if case .complete(let next) = ending { next } else { batch.bytes.count }
    unsafe state.record_cells = Int64(batch.cells.count)
    return sink.overruns
  }
}
