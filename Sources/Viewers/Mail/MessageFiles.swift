import ConverterCore
import MailboxModel

/// The files in a message, and their contents piece by piece.
final class MessageFiles {
  private let message: Message
  private let files: [Attachment]
  /// The content that was read last, as far as the byte at which it goes on.
  private var reading: (file: Int, content: ContentStream, rest: [UInt8], position: Int)?

  /// The most bytes of an answer.
  static let most = 4 << 20

  /// - Throws: what reading the message throws.
  init(_ message: Message) throws(ConversionError) {
    self.message = message
    files = try message.attachments
  }

  /// Each with `name`, null where it has none, `mediaType`, `bytes` and `role`; its place in the list is its number.
  var list: [JSONValue] {
    get throws(ConversionError) {
      var list: [JSONValue] = []
      for file in files {
        list.append(
          .object([
            .init("name", file.name.map { .string($0) } ?? .null),
            .init("mediaType", .string(file.mediaType)),
            .init("bytes", .integer(try message.byteCount(of: file))),
            .init("role", .string(file.role.rawValue)),
          ]))
      }
      return list
    }
  }

  /// A part of the content of a file, as it was before it was made fit for mail, in base64.
  ///
  /// - Parameters:
  ///   - number: its place in the list.
  ///   - start: of the part, in bytes. To go on where the last one ended takes no longer for the end than for the beginning.
  ///   - count: the most bytes.
  /// - Returns: `content`, and `isLast` where nothing is behind it.
  /// - Throws: `inputNotFound` where there is no such file.
  func content(
    of number: Int, from start: Int, count: Int
  ) throws(ConversionError) -> [JSONValue.Member] {
    guard files.indices.contains(number) else {
      throw ConversionError(.inputNotFound, "there is no file \(number) in the message")
    }
    let isGoingOn = reading.map { $0.file == number && $0.position <= start } ?? false
    var (content, rest, position) =
      if isGoingOn, let reading { (reading.content, reading.rest, reading.position) } else {
        (message.content(of: files[number]), [UInt8](), 0)
      }
    var isOver = false
    while position + rest.count <= start.clampedSum(count), !isOver {
      // What comes before it is not wanted.
      let passed = min(rest.count, max(0, start - position))
      rest.removeFirst(passed)
      position += passed
      guard let piece = try content.next() else {
        isOver = true
        break
      }
      rest += piece.array
    }
    let passed = min(rest.count, max(0, start - position))
    let part = rest.dropFirst(passed).prefix(count)
    reading = (
      number, content, Array(rest.dropFirst(passed + part.count)), position + passed + part.count
    )
    let isLast = isOver && rest.count == passed + part.count
    return [
      .init("from", .integer(start)),
      .init("content", .string(String(decoding: Base64.encode(part), as: UTF8.self))),
      .init("isLast", .bool(isLast)),
    ]
  }
}
