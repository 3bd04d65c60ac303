public import ConverterCore

extension RowBatch {
  /// The text of a cell: valid until the batch changes. A cell outside of the batch's bytes stops the program.
  @inlinable
  @_lifetime(borrow self)
  public func text(of cell: Cell) -> Span<UInt8> {
    precondition(cell.start &+ cell.count <= bytes.count)
    // It is within the bytes in use, which the batch holds for as long as it lives.
    let text = unsafe UnsafeRawBufferPointer(start: bytes.start + cell.start, count: cell.count)
    return unsafe _overrideLifetime(Span(borrowing: text), borrowing: self)
  }
}
