/// A file that stands in the text of a mail, as it was before there was MIME.
public struct EmbeddedFile: Equatable, Sendable {
  /// As it is written; it may be empty.
  public let name: [UInt8]
  /// ``TransferEncoding/uuencode`` or ``TransferEncoding/yEnc``.
  public let encoding: TransferEncoding
  /// From its first line to behind its last one, for ``ContentDecoder``.
  public let range: Range<Int>
  /// The same where the text goes on to `end` behind what was searched, and with it the file.
  package func extended(to end: Int) -> EmbeddedFile {
    EmbeddedFile(
      name: name, encoding: encoding, range: range.lowerBound..<max(range.upperBound, end),
      isComplete: isComplete)
  }

  /// Whether it has its last line.
  public let isComplete: Bool

  /// Finds files in a text that is decoded.
  ///
  /// A file of uuencode begins with `begin 644 name` and a line of data, and ends with `end`, else with its last line
  /// of data; one of yEnc begins with `=ybegin` and its length of lines, size and name, and ends with `=yend`, else
  /// where the next one begins or the text ends. Files do not overlap and are in order.
  ///
  /// - Parameter most: how many are given back, the first ones.
  public static func find(
    in text: UnsafeRawBufferPointer, atMost most: Int = 1000
  ) -> [EmbeddedFile] {
    var found: [EmbeddedFile] = []
    var search = EmbeddedFileSearch(text)
    while found.count < most, let file = search.next() { found.append(file) }
    return found
  }
}
