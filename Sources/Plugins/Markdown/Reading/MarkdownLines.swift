internal import ConverterCore

/// Text in pieces of whole lines.
final class MarkdownLines {
  private let input: InputFile
  private let limits: Limits
  private let end: Int
  /// Where the next piece begins.
  private(set) var position: Int

  static let pieceSize = 1 << 18

  init(_ input: InputFile, _ range: Range<Int>, limits: Limits) {
    self.input = input
    self.limits = limits
    position = range.lowerBound
    end = range.upperBound
  }

  /// Fills `buffer` with the next lines.
  ///
  /// - Returns: whether there are any.
  func next(_ buffer: ByteBuffer) throws(ConversionError) -> Bool {
    buffer.removeAll()
    var wanted = Self.pieceSize
    while position + buffer.count < end {
      let count = min(wanted - buffer.count, end - position - buffer.count)
      let got = try buffer.append(count, of: input, at: position + buffer.count)
      if got < count || position + buffer.count >= end { break }
      let bytes = buffer.span
      if let last = bytes.indices.last(where: { bytes[$0] == 0x0A }) {
        buffer.count = last + 1
        break
      }
      wanted *= 2
      try limits.check(.memory, wanted, for: "a line of the file")
    }
    position += buffer.count
    return buffer.count > 0
  }
}

extension Span<UInt8> {
  /// Calls `body` with each line, without its line end, and where it begins.
  @inline(__always)
  func forEachLine(_ body: (_ line: Span<UInt8>, _ start: Int) -> Void) {
    var start = 0
    while start < count {
      let end = firstOffset(of: 0x0A, from: start) ?? count
      let line = self[start..<end]
      body(line.last == 0x0D ? line.dropLast() : line, start)
      start = end + 1
    }
  }
}
