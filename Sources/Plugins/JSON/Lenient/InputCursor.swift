import ConverterCore

/// Bytes of a file one after the other, with a look ahead.
final class InputCursor {
  private let input: InputFile
  private var buffer: [UInt8] = []
  private var index = 0
  /// Of the byte behind the buffer.
  private var unread = 0

  init(_ input: InputFile) {
    self.input = input
  }

  /// Of the next byte in the file.
  var offset: Int { unread - buffer.count + index }

  /// The next byte; `nil` at the end of the file.
  func peek() throws(ConversionError) -> UInt8? {
    if index < buffer.count { return buffer[index] }
    return try peek(0)
  }

  /// The byte `distance` behind the next one.
  func peek(_ distance: Int) throws(ConversionError) -> UInt8? {
    if index + distance >= buffer.count {
      buffer.removeFirst(index)
      index = 0
      let more = try input.read(at: unread, count: 1 << 16)
      unread += more.count
      buffer += more
    }
    return index + distance < buffer.count ? buffer[index + distance] : nil
  }

  func advance(_ count: Int = 1) {
    index += count
  }

  /// Whether the next bytes are these.
  func hasNext(_ word: StaticString) throws(ConversionError) -> Bool {
    try countOfWord(word, at: offset) == word.utf8CodeUnitCount
  }
}

extension InputCursor: JSONText {
  /// The byte at an offset in the file that is not before the next one.
  func byte(at place: Int) throws(ConversionError) -> UInt8 { try peek(place - offset) ?? 0 }
}
