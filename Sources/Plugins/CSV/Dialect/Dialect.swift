import ConverterCore
import TableModel

/// How a text is a table: what its marks are, and where its rows begin and end.
///
/// Offsets count bytes of the text as UTF-8, as ``TextSource`` gives it: for a file that is UTF-8 already,
/// bytes of the file, a byte order mark included.
struct Dialect: Sendable, Equatable {
  /// What stands between two cells: one ASCII character.
  var delimiter: UInt8
  /// What stands around cells whose text is not to be understood; `nil` where nothing does.
  var quote: UInt8?
  /// What stands before a mark that is not to be understood; `nil` where nothing does.
  var escape: UInt8?
  /// Whether two quotes in a quoted cell are one that belongs to its text.
  var doublesQuotes = true
  /// Whether spaces between a delimiter and an opening quote do not count.
  var skipsSpacesBeforeQuotes = false
  /// The encoding, as `iconv` knows it; `nil` for UTF-8.
  var encoding: String?
  /// Where what stands before the table ends, and its header, or its first row, begins: behind a byte order
  /// mark, too.
  var start = 0
  /// How many lines end before ``start``.
  var skippedLines = 0
  /// How many lines the header has, empty ones and line ends in quotes included; 0 where there is none.
  var headerLines = 0
  /// Where the first row begins.
  var rowsStart = 0
  /// Where the rows end and a footer begins; `nil` where they go on to the end.
  var rowsEnd: Int?
  /// Whether rows whose cells are all empty are left out: some of the rows that were looked at are such, and
  /// separate parts of the table or fill the sheet that it was exported from.
  var dropsEmptyRows = false
  /// One for each cell of the header; where there is none, one for each of the first row, named by their
  /// numbers.
  var columns: [Column] = []
  /// What was found out, how sure it is, and what overrules it.
  var findings: [Finding] = []

  var hasHeader: Bool { headerLines > 0 }
}
