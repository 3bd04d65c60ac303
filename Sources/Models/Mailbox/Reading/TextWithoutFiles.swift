internal import ConverterCore
internal import MIME

extension Part {
  /// Whether files may stand in its text as lines of letters (uuencode, yEnc).
  ///
  /// Such mail is older than encodings of parts: only texts that need none are looked at.
  var mayHoldFiles: Bool { type.type == "text/plain" && encoding == .identity }
}

extension ByteBuffer {
  /// A text, not yet decoded, with a line in place of each file in it: `[file: report.pdf]`.
  func withoutFiles() -> ByteBuffer {
    var search = EmbeddedFileSearch()
    let bytes = span
    let files = search.files(in: bytes, isLast: true)
    guard !files.isEmpty else { return self }
    let text = ByteBuffer(capacity: 1 << 10)
    var done = 0
    for file in files {
      text.append(bytes[done..<file.range.lowerBound])
      text.append("[file")
      if !file.name.isEmpty {
        text.append(": ")
        text.append(file.name)
      }
      text.append("]\n")
      done = file.range.upperBound
    }
    text.append(bytes[done...])
    return text
  }
}
