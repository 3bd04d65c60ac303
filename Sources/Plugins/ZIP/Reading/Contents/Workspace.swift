import ConverterCore

/// The memory in which one thread reads entries, one after the other.
final class Workspace {
  /// Contents up to this size are inflated as a whole.
  static let wholeByteCount = 2 << 20

  static let endsTooEarly = "the archive ends before its content does"

  let input: InputFile
  let window: FileWindow
  /// Compressed bytes of large contents.
  let pieces = ByteBuffer()
  let output = ByteBuffer()
  private let inflater: LibDeflateHandle?

  init(_ input: InputFile) {
    self.input = input
    window = FileWindow(input)
    inflater = LibDeflateHandle()
  }

  /// Whether libdeflate is installed.
  var canInflateWhole: Bool { inflater != nil }

  /// Inflates a whole content into ``output``.
  ///
  /// - Parameter byteCount: the most that it may come to.
  func inflate(_ input: Span<UInt8>, upTo byteCount: Int) -> LibDeflateHandle.Outcome {
    output.removeAll()
    var outcome = LibDeflateHandle.Outcome.damaged
    output.append(upTo: byteCount) { room in
      guard let result = inflater?.inflate(input, into: &room) else { return 0 }
      outcome = result.outcome
      return result.produced
    }
    return outcome
  }
}

/// A part of the file in memory, which is read again only for what it does not hold.
final class FileWindow {
  /// Small entries come many at a time.
  private static let leastByteCount = 16 << 10

  private let input: InputFile
  private let buffer = ByteBuffer()
  private var loaded = 0..<0
  /// Whether the bytes are not those of the file any more.
  private var isChanged = false

  init(_ input: InputFile) {
    self.input = input
  }

  /// Makes sure that bytes of the file are there.
  ///
  /// - Throws: `damagedInput` where the file has not that many, `readFailed`.
  func load(_ range: Range<Int>, _ errors: EntryErrors) throws(ConversionError) {
    if !isChanged, range.lowerBound >= loaded.lowerBound, range.upperBound <= loaded.upperBound {
      return
    }
    loaded = 0..<0
    buffer.removeAll()
    let count = max(range.count, Self.leastByteCount)
    let filled = try buffer.append(count, of: input, at: range.lowerBound)
    guard filled >= range.count else { throw errors.error(.damagedInput, Workspace.endsTooEarly) }
    loaded = range.lowerBound..<range.lowerBound + filled
    isChanged = false
  }

  /// Bytes that were loaded, valid until others are.
  @_lifetime(borrow self)
  func bytes(_ range: Range<Int>) -> Span<UInt8> {
    let (buffer, start) = (buffer, range.lowerBound - loaded.lowerBound)
    // The window holds the buffer for as long as it lives.
    return unsafe _overrideLifetime(buffer.span[start..<start + range.count], borrowing: self)
  }

  /// Lets `body` change bytes that were loaded: they are read again for the next entry.
  func change(_ range: Range<Int>, _ body: (inout MutableSpan<UInt8>) -> Void) {
    isChanged = true
    let start = range.lowerBound - loaded.lowerBound
    buffer.withMutableSpan {
      var part = $0._mutatingExtracting(start..<start + range.count)
      body(&part)
    }
  }
}
