import TableModel

/// Makes cells of a batch, whose text it moves together in place.
struct BatchSink: CellSink {
  var cells: [Cell] = []

  static func read(_ bytes: UnsafeMutablePointer<UInt8>) -> UnsafePointer<UInt8> {
    UnsafePointer(bytes)
  }

  @inline(__always)
  func put(_ bytes: UnsafeMutablePointer<UInt8>, _ place: Int, into cell: inout Span) {
    if cell.end != place { bytes[cell.end] = bytes[place] }
    cell.end += 1
  }

  mutating func add(_ bytes: UnsafeMutablePointer<UInt8>, _ cell: Span, upTo place: Int) {
    cells.append(Cell(start: cell.start, count: cell.end - cell.start))
    // Nothing that could count as a line end stays behind.
    for stale in cell.end..<max(cell.end, place) { bytes[stale] = 0x20 }
  }
}
