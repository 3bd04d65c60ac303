extension ConversionContext {
  /// Runs `body` once for every index in `0..<count`, on up to ``threads`` threads, and waits.
  ///
  /// The order is that of the indices, but several run at once. The first error stops the rest and
  /// is thrown.
  public func parallel(
    _ count: Int, _ body: @escaping @Sendable (Int) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    try concurrently(count, threads: threads) { [self] index throws(ConversionError) in
      try checkpoint()
      try body(index)
    }
  }
}
