import CVectors
import ConverterCore
import TableModel

/// Makes JSON of rows: what stands around the values is laid out once, and copied for each row.
///
/// It is made once and then only read, by several threads.
final class JSONRows: Sendable {
  /// How often the output differs from the input, and in what.
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

  /// The texts around values, one after the other, and then some bytes that may be read beyond them.
  private let pieces: [UInt8]
  /// Where the keys end in them.
  private let keyEnds: [UInt32]
  /// Where in them is what stands before a cell behind the last column, before the row and behind it.
  private let extra, open, close: Int
  private let isKeyed: Bool
  private let infersTypes, isASCII, isPlain: Bool
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
    extra = bytes.count
    bytes += comma + arrangement.beforeValue + quote
    if let keys { bytes += Self.string(keys.prefix, isASCII: isASCII) }
    open = bytes.count
    bytes += arrangement.beforeRow + [UInt8(ascii: keys == nil ? "[" : "{")]
    close = bytes.count
    bytes += arrangement.afterValues + [UInt8(ascii: keys == nil ? "]" : "}")]
    bytes += arrangement.afterRow
    overhead = bytes.count
    (pieces, keyEnds) = (bytes + [UInt8](repeating: 0, count: 64), ends)
    isKeyed = keys != nil
    (self.infersTypes, self.isASCII, self.isPlain) = (infersTypes, isASCII, isPlain)
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
    _ = unsafe batch.bytes.reserve(64)
    return unsafe pieces.withUnsafeBufferPointer { pieces in
      unsafe keyEnds.withUnsafeBufferPointer { ends in
        guard let start = pieces.baseAddress else { return Tally() }
        var layout = unsafe layout(start, ends)
        unsafe layout.is_utf8 =
          unsafe fairy_utf8_valid_prefix(batch.bytes.start, batch.bytes.count) == batch.bytes.count
          ? 1 : 0
        return unsafe Self.write(batch, range, as: &layout, to: text)
      }
    }
  }

  private func layout(
    _ start: UnsafePointer<UInt8>, _ keyEnds: UnsafeBufferPointer<UInt32>
  ) -> fairy_json_layout {
    unsafe fairy_json_layout(
      instructions: isPlain ? FAIRY_INSTRUCTIONS_PLAIN : FAIRY_INSTRUCTIONS_BEST, keys: start,
      key_ends: keyEnds.baseAddress, columns: keyEnds.count, extra: start + extra,
      extra_size: open - extra, numbers_extra: isKeyed ? 1 : 0, open: start + open,
      open_size: close - open, close: start + close, close_size: overhead - close,
      infers: infersTypes ? 1 : 0, ascii: isASCII ? 1 : 0, is_utf8: 0)
  }

  private static func write(
    _ batch: RowBatch, _ range: Range<Int>, as layout: inout fairy_json_layout,
    to text: ByteBuffer
  ) -> Tally {
    var counts = fairy_json_counts()
    unsafe batch.cells.withUnsafeBytes { cells in
      unsafe batch.rowEnds.withUnsafeBytes { ends in
        var rows = unsafe fairy_rows(
          text: batch.bytes.start, cells: cells.baseAddress?.assumingMemoryBound(to: UInt32.self),
          row_ends: ends.baseAddress?.assumingMemoryBound(to: Int64.self), rows: range.upperBound)
        var row = range.lowerBound
        var wanted = batch.bytes.count * 2 + 4096
        while unsafe row < rows.rows {
          let start = unsafe text.reserve(wanted) - text.count
          var out = unsafe fairy_text(start: start, count: text.count, capacity: text.capacity)
          row = unsafe fairy_json_rows(&rows, row, &layout, &out, &counts)
          text.count = unsafe out.count
          wanted = max(wanted, text.capacity - text.count) * 2
        }
      }
    }
    return Tally(repaired: counts.repaired, extra: counts.extra, missing: counts.missing)
  }
}
