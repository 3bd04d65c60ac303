public import ConverterCore

/// Some rows that follow each other, and the bytes that their cells are made of.
///
/// It is used again and again for the next rows, and belongs to one thread at a time.
public final class RowBatch {
  /// What the cells are made of.
  public let bytes = ByteBuffer(capacity: 1 << 18)
  /// The cells of all rows, one row after the other. Rows may have more or fewer cells than the table has
  /// columns.
  public var cells: [Cell] = []
  /// For each row the number of cells up to its end.
  public var rowEnds: [Int] = []
  /// The number of the first row as the file has them, from 1.
  public var firstRow = 1
  /// The number of each row, where they do not simply follow each other.
  public var rowNumbers: [Int]?
  /// Where the batch can be read again from, if the content is seekable.
  public var mark: RowMark?
  /// What a source leaves for its splitter.
  public var note: Any?

  public init() {}

  public var rowCount: Int { rowEnds.count }

  /// Makes it empty, with its room kept.
  public func removeAll() {
    bytes.removeAll()
    cells.removeAll(keepingCapacity: true)
    rowEnds.removeAll(keepingCapacity: true)
    rowNumbers = nil
    mark = nil
    note = nil
  }

  /// The cells of a row, as indices into ``cells``.
  @inlinable
  public func row(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : rowEnds[index - 1])..<rowEnds[index]
  }

  /// The number of a row in the file, from 1.
  public func number(ofRow index: Int) -> Int {
    rowNumbers?[index] ?? firstRow + index
  }

  /// Sees to it, before a text is added, that the rows stay within their part of the memory and that the
  /// places of cells, which have 32 bits, can say where it is.
  ///
  /// - Parameters:
  ///   - count: the bytes of the text.
  ///   - held: the bytes that its cells stand for so far, where some of them share a place.
  ///   - limits: of the conversion.
  /// - Throws: `limitExceeded`.
  public func checkRoom(
    for count: Int, besides held: Int? = nil, within limits: Limits
  ) throws(ConversionError) {
    try limits.checkCell(count, behind: bytes.count)
    let wanted = max(bytes.count, held ?? 0) + count
    // Several batches are under way at once, and something is made of each.
    guard wanted > 1 << 20 else { return }
    try limits.check(.memory, wanted * 32, for: "row \(firstRow + rowCount)")
  }

  /// Adds a cell to the row under way, made of bytes that are not in the buffer yet; ``checkRoom(for:besides:within:)``
  /// comes before it where nothing else bounds them.
  public func append(_ text: Span<UInt8>, _ kind: Cell.Kind = .text) {
    cells.append(Cell(start: bytes.count, count: text.count, kind))
    bytes.append(text)
  }

  /// Adds a cell without text.
  public func appendEmpty(_ kind: Cell.Kind) {
    cells.append(Cell(start: bytes.count, count: 0, kind))
  }

  public func append(_ text: [UInt8], _ kind: Cell.Kind = .text) { append(text.span, kind) }

  public func append(_ text: String, _ kind: Cell.Kind = .text) { append(Array(text.utf8), kind) }

  /// Ends the row under way.
  public func endRow() {
    rowEnds.append(cells.count)
  }
}

/// Where the text of a cell stands in its batch, and what it is.
public struct Cell: Sendable, Equatable {
  public enum Kind: UInt8, Sendable {
    /// Text, and nothing else is known of it.
    case text
    /// A number in the grammar of JSON, such as `-1.50e3`.
    case number
    /// `true` or `false`.
    case boolean
    /// No value at all, which is not an empty text: NULL of a database, `null` of JSON. Its text is empty.
    case null
    /// An array or an object, as JSON.
    case json
    /// No cell at all, where the format lets a row go without: the object has no such key. Its text is empty.
    case missing

    /// Whether there is no value.
    public var isNothing: Bool { self == .null || self == .missing }
  }

  @usableFromInline var place: UInt32
  @usableFromInline var sizeAndKind: UInt32

  /// The most bytes of one cell.
  public static let mostBytes = Int(UInt32.max >> 3)

  /// - Parameters:
  ///   - start: where its text begins, in bytes of the batch.
  ///   - count: the bytes of its text, at most ``mostBytes``.
  ///   - kind: what it is.
  @inlinable @inline(__always)
  public init(start: Int, count: Int, _ kind: Kind = .text) {
    place = UInt32(truncatingIfNeeded: start)
    sizeAndKind = UInt32(truncatingIfNeeded: count) << 3 | UInt32(kind.rawValue)
  }

  @inlinable @inline(__always) public var start: Int { Int(place) }
  @inlinable @inline(__always) public var count: Int { Int(sizeAndKind >> 3) }
  @inlinable @inline(__always) public var kind: Kind {
    Kind(rawValue: UInt8(truncatingIfNeeded: sizeAndKind & 7)) ?? .text
  }
}

extension Limits {
  /// Sees to it that a text can be a cell behind other bytes.
  ///
  /// - Throws: `limitExceeded`.
  public func checkCell(_ count: Int, behind start: Int) throws(ConversionError) {
    guard count > Cell.mostBytes || start + count > 1 << 31 else { return }
    throw ConversionError.exceeding(
      .init(fixed: "cell", needed: count, allowed: Cell.mostBytes),
      "has a cell of more than \(Cell.mostBytes) bytes, or rows of more than 2 GB, which no table can hold"
    )
  }
}
