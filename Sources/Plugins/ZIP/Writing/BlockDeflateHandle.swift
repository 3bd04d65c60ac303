internal import CZlib
import ConverterCore

/// zlib's compressor, for contents in blocks that refer to each other but are compressed independently.
///
/// A handle serves one thread.
@safe struct BlockDeflateHandle: ~Copyable {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// - Parameter level: 1…9.
  init(level: Int) throws(ConversionError) {
    unsafe stream.initialize(to: z_stream())
    guard unsafe fairy_zlib_deflate_raw(stream, Int32(clamping: level)) == Z_OK else {
      unsafe stream.deallocate()
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory left for compression")
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses a block that another will follow, up to a full byte.
  ///
  /// - Parameter dictionary: up to 32 KiB that stand before the block.
  /// - Returns: how many bytes it came to; `nil` where they do not fit into `room`.
  func compress(
    _ block: Span<UInt8>, after dictionary: Span<UInt8>, into room: inout MutableSpan<UInt8>
  ) -> Int? {
    unsafe deflateReset(stream)
    // zlib copies the dictionary, and uses the other addresses in this call alone.
    unsafe dictionary.withUnsafeBufferPointer {
      _ = unsafe deflateSetDictionary(stream, $0.baseAddress, UInt32(clamping: $0.count))
    }
    return unsafe block.withUnsafeBytes { block in
      unsafe room.withUnsafeMutableBytes { unsafe compress(block, into: $0) }
    }
  }

  private func compress(
    _ block: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) -> Int? {
    // zlib does not write to its input.
    unsafe stream.pointee.next_in = unsafe UnsafeMutableRawPointer(mutating: block.baseAddress)?
      .assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = UInt32(clamping: block.count)
    unsafe stream.pointee.next_out = unsafe room.bindMemory(to: UInt8.self).baseAddress
    unsafe stream.pointee.avail_out = UInt32(clamping: room.count)
    let status = unsafe deflate(stream, Z_SYNC_FLUSH)
    // A flush is complete only if there is room left.
    guard status == Z_OK, unsafe stream.pointee.avail_in == 0, unsafe stream.pointee.avail_out > 0
    else {
      return nil
    }
    return unsafe room.count - Int(stream.pointee.avail_out)
  }

  /// The CRC-32 of two parts, one behind the other, from those of each.
  static func combine(_ first: UInt32, _ second: UInt32, secondByteCount: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_combine(UInt(first), UInt(second), secondByteCount))
  }
}
