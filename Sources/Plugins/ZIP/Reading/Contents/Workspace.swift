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

  /// Inflates a whole content.
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> LibDeflateHandle.Outcome {
    inflater?.inflate(input, into: output) ?? .damaged
  }
}

/// Memory that grows as needed and is used again.
final class ByteBuffer {
  private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { bytes.deallocate() }

  /// `count` bytes; what they held before is lost when there were fewer.
  func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if bytes.count < count {
      bytes.deallocate()
      bytes = .allocate(byteCount: max(count, 4096), alignment: 64)
    }
    return UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
  }
}

/// A part of the file in memory, which is read again only for what it does not hold.
final class FileWindow {
  /// Small entries come many at a time.
  private static let leastByteCount = 16 << 10

  private let input: InputFile
  private let buffer = ByteBuffer()
  private var loaded = 0..<0

  init(_ input: InputFile) {
    self.input = input
  }

  /// Bytes of the file, valid until the next call. Whoever changes them calls ``forget()``.
  ///
  /// - Throws: `damagedInput` where the file has not that many, `readFailed`.
  func bytes(
    _ range: Range<Int>, _ errors: EntryErrors
  ) throws(ConversionError) -> UnsafeMutableRawBufferPointer {
    if range.lowerBound < loaded.lowerBound || range.upperBound > loaded.upperBound {
      let count = max(range.count, Self.leastByteCount)
      loaded = 0..<0
      let filled = try input.read(at: range.lowerBound, into: buffer.reserve(count))
      guard filled >= range.count else { throw errors.error(.damagedInput, Workspace.endsTooEarly) }
      loaded = range.lowerBound..<range.lowerBound + filled
    }
    let start = range.lowerBound - loaded.lowerBound
    let bytes = buffer.reserve(loaded.count)
    return UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + range.count])
  }

  func forget() { loaded = 0..<0 }
}
