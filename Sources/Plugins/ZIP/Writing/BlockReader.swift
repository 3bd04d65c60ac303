import ArchiveModel
import ConverterCore

/// Cuts a content into blocks of one length, whatever the pieces it comes in.
final class BlockReader {
  private let stream: any EntryStream
  /// What is left of the last piece; valid until the stream is asked for the next.
  private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
  private var isAtEnd = false

  init(_ stream: any EntryStream) {
    self.stream = stream
  }

  /// The next `count` bytes; fewer only where the content ends, none after its end.
  func read(_ count: Int) throws(ConversionError) -> [UInt8] {
    var block: [UInt8] = []
    while block.count < count, try fill() {
      let part = rest.prefix(count - block.count)
      // A small content, which comes in one piece, should not take the room of a large one.
      block.reserveCapacity(block.isEmpty ? part.count : count)
      block.append(contentsOf: part)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
    }
    return block
  }

  /// The first block, and whether it is the whole content.
  func readFirst() throws(ConversionError) -> (bytes: [UInt8], isWhole: Bool) {
    let bytes = try read(EntryCompressor.wholeLimit)
    return (bytes, try hasEnded())
  }

  /// Whether the content has ended. Only then have size and checksum been compared.
  func hasEnded() throws(ConversionError) -> Bool { try !fill() }

  /// Whether there are bytes in `rest`.
  private func fill() throws(ConversionError) -> Bool {
    while rest.isEmpty, !isAtEnd {
      if let piece = try stream.next() { rest = piece } else { isAtEnd = true }
    }
    return !rest.isEmpty
  }
}
