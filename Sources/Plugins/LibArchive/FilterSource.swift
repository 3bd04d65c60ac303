import ConverterCore

/// What a compressed file holds, as libarchive's filter of that name expands it.
final class FilterSource: ByteSource {
  private let upstream: any ByteSource
  private let context: ConversionContext
  private var handle: ArchiveHandle
  private var hasBegun = false

  /// - Throws: `damagedInput` when the bytes do not begin as the filter expects.
  init(
    _ filter: ArchiveHandle.Filter, over upstream: any ByteSource, in context: ConversionContext
  ) throws(ConversionError) {
    let handle = try ArchiveHandle.open(filter, from: upstream)
    self.upstream = upstream
    self.context = context
    self.handle = handle
  }

  var consumed: Int { upstream.consumed }

  func advance() throws(ConversionError) -> Bool {
    try context.checkpoint()
    if !hasBegun {
      hasBegun = true
      guard try handle.nextHeader() else { return false }
    }
    return try handle.nextBlock() != nil
  }

  var piece: Span<UInt8> {
    // The source holds the handle for as long as it lives, which holds the block.
    @_lifetime(borrow self) get { unsafe _overrideLifetime(handle.block, borrowing: self) }
  }
}
