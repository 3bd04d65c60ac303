internal import ConverterCore

/// The bytes of one JPEG stream within a file, as a decoder pulls them.
///
/// An error on the way to them cannot pass through libjpeg: it waits in ``failure``.
final class JPEGByteSource {
  private let input: InputFile
  private let range: Range<Int>
  let context: ConversionContext
  private(set) var failure: ConversionError?

  init(_ input: InputFile, range: Range<Int>, in context: ConversionContext) {
    self.input = input
    self.range = range
    self.context = context
  }

  /// Fills the front of `buffer` with the bytes from `offset` on.
  ///
  /// - Returns: how many there were, 0 at the end; `nil` after a failure.
  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) -> Int? {
    let count = range.count - offset
    guard count > 0, buffer.count > 0 else { return 0 }
    do {
      return try input.read(at: range.lowerBound + offset, atMost: count, into: &buffer)
    } catch {
      failure = error
      return nil
    }
  }

  /// Whether the conversion goes on.
  func checkpoint() -> Bool {
    do {
      try context.checkpoint()
      return true
    } catch {
      failure = error
      return false
    }
  }
}
