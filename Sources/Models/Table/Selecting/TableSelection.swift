public import ConverterCore

/// Which rows and columns of a table are meant, and in which order.
///
/// The rows are chosen by number, then by ``filters``; what is left is sorted, and cut at ``limit``.
public struct TableSelection: ConversionOptionGroup {
  /// Names or numbers from 1, in the order wanted; all where it is empty.
  public var columns: [String] = []
  /// Numbers of rows as the file has them, from 1.
  public var rows: ClosedRange<Int>?
  /// How many rows at the end of the file are meant, in place of ``rows``.
  public var lastRows: Int?
  /// Conditions that must all hold, such as `city=~^Ber`.
  public var filters: [String] = []
  /// Columns to sort by, the first one first; `-city` is descending.
  public var sort: [String] = []
  /// The most rows.
  public var limit: Int?

  public init() {}

  /// Whether it means the table as it is.
  public var isEverything: Bool { self == TableSelection() }

  /// Whether it means the table as it is, but perhaps the first rows alone.
  public var isEverythingUpToLimit: Bool {
    var other = self
    other.limit = nil
    return other.isEverything
  }

  /// The most messages of mail: of rows that are chosen or sorted first the limit is a later one.
  public var messageLimit: Int? { isEverythingUpToLimit ? limit : nil }
}
