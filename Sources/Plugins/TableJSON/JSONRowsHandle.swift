import CVectors
import ConverterCore
import TableModel

/// Makes JSON of rows: what stands around the values is laid out once, and copied for each row.
///
/// It is made once and then only read, by several threads.
final class JSONRows: @unchecked Sendable {
  /// What was not quite as it is in the file.
  struct Tally {
    /// Cells that are not UTF-8.
    var repaired = 0
    /// Cells behind the last column.
    var extra = 0
    /// Cells that rows lack.
    var missing = 0

    mutating func add(_ other: Tally) {
      repaired += other.repaired
      extra += other.extra
      missing += other.missing
    }
  }

  /// What the layout's pointers point to, for as long as this lives; 64 bytes behind the pieces may be read with them.
  private let pieces: UnsafeMutablePointer<UInt8>
  private let keyEnds: UnsafeMutablePointer<UInt32>
  private let layout: fairy_json_layout
  /// Bytes of a row whose cells are empty.
  let overhead: Int

  /// - Parameters:
  ///   - keys: of the objects that rows become; `nil` for arrays.
  ///   - isPlain: whether no vector instructions are used; tests compare.
  init(
    _ keys: ColumnNames?, columns: Int, _ arrangement: JSONArrangement, infersTypes: Bool,
    isASCII: Bool, isPlain: Bool = false
  ) {
    let quote: [UInt8] = [0x22], comma: [UInt8] = [0x2C]
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    for column in 0..<columns {
      bytes += (column == 0 ? [] : comma) + arrangement.beforeValue
      if let keys {
        bytes += quote + Self.string(keys.names[column], isASCII: isASCII) + quote
        bytes += arrangement.afterKey
      }
      bytes += quote
      ends.append(UInt32(truncatingIfNeeded: bytes.count))
    }
    let extra = bytes.count
    bytes += comma + arrangement.beforeValue + quote
    if let keys { bytes += Self.string(keys.prefix, isASCII: isASCII) }
    let open = bytes.count
    bytes += arrangement.beforeRow + [UInt8(ascii: keys == nil ? "[" : "{")]
    let close = bytes.count
    bytes += arrangement.afterValues + [UInt8(ascii: keys == nil ? "]" : "}")]
    bytes += arrangement.afterRow
    let end = bytes.count
    overhead = end
    pieces = .allocate(capacity: end + 64)
    pieces.initialize(repeating: 0, count: end + 64)
    pieces.update(from: bytes, count: end)
    keyEnds = .allocate(capacity: max(1, columns))
    keyEnds.initialize(from: ends, count: columns)
    layout = fairy_json_layout(
      instructions: isPlain ? FAIRY_INSTRUCTIONS_PLAIN : FAIRY_INSTRUCTIONS_BEST, keys: pieces,
      key_ends: keyEnds, columns: columns, extra: pieces + extra,
      extra_size: open - extra, numbers_extra: keys == nil ? 0 : 1, open: pieces + open,
      open_size: close - open, close: pieces + close, close_size: end - close,
      infers: infersTypes ? 1 : 0, ascii: isASCII ? 1 : 0, is_utf8: 0)
  }

  deinit {
    pieces.deallocate()
    keyEnds.deallocate()
  }

  /// The inside of a JSON string.
  private static func string(_ text: [UInt8], isASCII: Bool) -> [UInt8] {
    let string = ByteBuffer(capacity: 64)
    JSONStringHandle.append(text.span, isASCII: isASCII, to: string)
    return string.span.array
  }

  /// Adds the rows of a batch to `text`.
  func write(_ batch: RowBatch, to text: ByteBuffer) -> Tally {
    write(batch, 0..<batch.rowCount, to: text)
  }

  /// Adds some rows of a batch to `text`.
  func write(_ batch: RowBatch, _ range: Range<Int>, to text: ByteBuffer) -> Tally {
    // The loops read up to 64 bytes further than the text goes. They take cells to lie within it, as `RowBatch` has
    // them, and stop before a row that `out` has no room for.
    _ = batch.bytes.reserve(64)
    var layout = layout
    layout.is_utf8 =
      fairy_utf8_valid_prefix(batch.bytes.start, batch.bytes.count) == batch.bytes.count ? 1 : 0
    var counts = fairy_json_counts()
    batch.cells.withUnsafeBytes { cells in
      batch.rowEnds.withUnsafeBytes { ends in
        var rows = fairy_rows(
          text: batch.bytes.start, cells: cells.baseAddress?.assumingMemoryBound(to: UInt32.self),
          row_ends: ends.baseAddress?.assumingMemoryBound(to: Int64.self), rows: range.upperBound)
        var row = range.lowerBound
        var wanted = batch.bytes.count * 2 + 4096
        while row < rows.rows {
          let start = text.reserve(wanted) - text.count
          var out = fairy_text(start: start, count: text.count, capacity: text.capacity)
          row = fairy_json_rows(&rows, row, &layout, &out, &counts)
          text.count = out.count
          wanted = max(wanted, text.capacity - text.count) * 2
        }
      }
    }
    return Tally(repaired: counts.repaired, extra: counts.extra, missing: counts.missing)
  }
}
