internal import ConverterCore
internal import Synchronization

/// A content that can only be read forward, as one that can be read anywhere.
///
/// The last blocks that were used are held. What lies further on is read up to there; what lies before, and
/// is not held any more, costs reading the content once more from its beginning.
final class StreamedContent: RandomAccessContent {
  /// Contents up to this size are better held whole.
  static let smallest = 64 << 20
  private static let blockSize = 1 << 20
  private static let blockCount = 32

  let byteCount: Int
  private let opener: EntryOpener
  private let lock = Mutex(())
  /// Nothing but what holds ``lock`` touches it, and no stream leaves ``read(at:into:)``.
  private nonisolated(unsafe) var window = Window()

  private struct Window {
    var stream: BlockReader?
    /// The block that the stream comes to next.
    var nextBlock = 0
    var blocks: [Int: [UInt8]] = [:]
    /// The blocks that are held, the one used last at the end.
    var order: [Int] = []
  }

  /// - Throws: what reading the content throws, where its size is not known and it has to be counted.
  init(_ opener: EntryOpener) throws(ConversionError) {
    self.opener = opener
    if let byteCount = opener.entry.byteCount, byteCount > Self.smallest {
      self.byteCount = byteCount
      return
    }
    var count = 0
    let stream = try opener.open()
    while let piece = try stream.next() { count += piece.count }
    byteCount = count
  }

  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    try lock.withLock { _ throws(ConversionError) in
      var filled = 0
      while filled < buffer.count, offset + filled < byteCount {
        let skipped = (offset + filled) % Self.blockSize
        let bytes = try unsafe block((offset + filled) / Self.blockSize, &window)
        let count = min(bytes.count - skipped, buffer.count - filled)
        guard count > 0 else { break }
        unsafe buffer[filled..<filled + count].copyBytes(from: bytes[skipped..<skipped + count])
        filled += count
      }
      return filled
    }
  }

  private func block(_ index: Int, _ window: inout Window) throws(ConversionError) -> [UInt8] {
    if let held = window.blocks[index] {
      if let place = window.order.lastIndex(of: index) { window.order.remove(at: place) }
      window.order.append(index)
      return held
    }
    if window.stream == nil || window.nextBlock > index {
      window.stream = nil
      window.stream = BlockReader(try opener.open())
      window.nextBlock = 0
    }
    do throws(ConversionError) {
      while window.nextBlock <= index {
        // What would be dropped before the wanted block comes is not copied.
        let isKept = window.nextBlock > index - Self.blockCount
        let block = try nextBlock(&window, isKept: isKept)
        if isKept { hold(block, window.nextBlock, &window) }
        window.nextBlock += 1
      }
    } catch {
      // A stream that failed is not read again.
      window.stream = nil
      throw error
    }
    return window.blocks[index] ?? []
  }

  private func hold(_ block: [UInt8], _ index: Int, _ window: inout Window) {
    if window.blocks.updateValue(block, forKey: index) != nil {
      window.order.removeAll { $0 == index }
    }
    window.order.append(index)
    if window.order.count > Self.blockCount {
      window.blocks[window.order.removeFirst()] = nil
    }
  }

  /// The next block of the stream; empty where it is only passed over.
  private func nextBlock(
    _ window: inout Window, isKept: Bool
  ) throws(ConversionError) -> [UInt8] {
    guard let stream = window.stream else { return [] }
    let size = min(Self.blockSize, byteCount - window.nextBlock * Self.blockSize)
    var bytes: [UInt8] = []
    if isKept { bytes = try stream.read(size) } else { _ = try stream.skip(size) }
    if (window.nextBlock + 1) * Self.blockSize >= byteCount { try checkEnd(stream) }
    return bytes
  }

  /// Has the stream compare its checksum.
  private func checkEnd(_ stream: BlockReader) throws(ConversionError) {
    guard try stream.hasEnded() else {
      throw ConversionError(
        .damagedInput,
        "the entry \(opener.entry.path.shown) is longer than the \(byteCount) bytes that it says")
    }
  }
}
