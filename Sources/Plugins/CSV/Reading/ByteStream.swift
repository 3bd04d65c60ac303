import ConverterCore

/// The text of a file as UTF-8, from any place on that it can be read from.
protocol TextSource: Sendable {
  /// Whether ``open(at:)`` takes any offset, and not 0 and the first row's alone.
  var isSeekable: Bool { get }

  /// - Parameter offset: counts bytes of the text as UTF-8. Where only the beginning can be opened, what
  ///   stands before the offset is read and thrown away.
  func open(at offset: Int) throws(ConversionError) -> sending any ByteStream
}

/// Bytes as they come, one piece after the other.
protocol ByteStream: AnyObject {
  /// Adds the next bytes, at most `count`, to the end of `buffer`.
  ///
  /// - Returns: whether there were any; fewer than `count` are not yet the end.
  func read(into buffer: ByteBuffer, atMost count: Int) throws(ConversionError) -> Bool
}

/// A file whose bytes are the text.
struct PlainText: TextSource {
  let input: InputFile

  var isSeekable: Bool { true }

  func open(at offset: Int) -> sending any ByteStream { PlainStream(input, at: offset) }
}

/// The bytes of a file from an offset on.
final class PlainStream: ByteStream {
  private let input: InputFile
  private var offset: Int

  init(_ input: InputFile, at offset: Int) {
    self.input = input
    self.offset = offset
  }

  func read(into buffer: ByteBuffer, atMost count: Int) throws(ConversionError) -> Bool {
    let wanted = min(count, max(0, input.byteCount - offset))
    guard wanted > 0 else { return false }
    let got = try buffer.append(wanted, of: input, at: offset)
    offset += got
    return got > 0
  }
}
