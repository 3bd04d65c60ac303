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

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    try context.checkpoint()
    if !hasBegun {
      hasBegun = true
      guard try handle.nextHeader() else { return nil }
    }
    return try handle.nextBlock()?.bytes
  }
}
