package import ConverterCore

/// Cuts a content into blocks of any length, whatever the pieces it comes in.
package final class BlockReader {
  private let stream: any EntryStream
  /// The last piece, where a block ended within it, and how much of that has been given.
  private var rest: [UInt8] = []
  private var used = 0
  private var isAtEnd = false

  package init(_ stream: any EntryStream) {
    self.stream = stream
  }

  /// The next `count` bytes; fewer only where the content ends, none after its end.
  package func read(_ count: Int) throws(ConversionError) -> [UInt8] {
    var block: [UInt8] = []
    _ = try pass(count) { part in
      // A small content, which comes in one piece, should not take the room of a large one.
      block.reserveCapacity(block.isEmpty ? part.count : count)
      block.append(part)
    }
    return block
  }

  /// Goes over the next `count` bytes.
  ///
  /// - Returns: how many there were.
  package func skip(_ count: Int) throws(ConversionError) -> Int { try pass(count) { _ in } }

  /// Whether the content has ended. Only then have size and checksum been compared.
  package func hasEnded() throws(ConversionError) -> Bool {
    let stream = stream
    while used == rest.count, !isAtEnd {
      guard let piece = try stream.next() else {
        isAtEnd = true
        break
      }
      (rest, used) = (piece.array, 0)
    }
    return used == rest.count
  }

  private func pass(
    _ count: Int, _ take: (Span<UInt8>) -> Void
  ) throws(ConversionError) -> Int {
    let stream = stream
    var passed = takeRest(count, take)
    while passed < count, !isAtEnd {
      guard let piece = try stream.next() else {
        isAtEnd = true
        break
      }
      let part = min(count - passed, piece.count)
      take(piece[..<part])
      passed += part
      (rest, used) = (piece[part...].array, 0)
    }
    return passed
  }

  /// - Returns: how many bytes of the last piece were left, `count` at most.
  private func takeRest(_ count: Int, _ take: (Span<UInt8>) -> Void) -> Int {
    let part = min(count, rest.count - used)
    if part > 0 { take(rest.span[used..<used + part]) }
    used += part
    return part
  }
}
