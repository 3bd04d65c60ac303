public import ConverterCore
internal import MIME
internal import TableModel

/// Messages for scripts: an object a line.
public enum SummaryAsJSON {
  /// Adds the members that a list has of a message, without the braces around them.
  public static func append(members summary: MessageSummary, to text: ByteBuffer) {
    text.append("\"index\":")
    text.append("\(summary.number)".utf8)
    append("date", summary.date?.iso8601, to: text)
    append("from", summary.from, to: text)
    append("to", summary.to, to: text)
    append("cc", summary.cc, to: text)
    append("subject", summary.subject, to: text)
    append("messageId", summary.messageID, to: text)
    text.append(",\"bytes\":")
    text.append("\(summary.byteCount)".utf8)
    if !summary.flags.isEmpty { append("flags", summary.flags, to: text) }
    if summary.isRaw { text.append(",\"unparsed\":true") }
    text.append(",\"attachments\":")
    append(summary.files, to: text)
  }

  /// `[{"name":"a.pdf","mediaType":"application/pdf","bytes":12,"part":"2"}]`
  static func append(_ files: [MessageSummary.File], to text: ByteBuffer) {
    text.append("[")
    for (index, file) in files.enumerated() {
      if index > 0 { text.append(0x2C) }
      append(file, to: text)
    }
    text.append("]")
  }

  private static func append(_ file: MessageSummary.File, to text: ByteBuffer) {
    text.append("{\"name\":")
    append(value: file.name, to: text)
    append("mediaType", file.mediaType, to: text)
    text.append(",\"bytes\":")
    text.append("\(file.byteCount)".utf8)
    append("part", file.part, to: text)
    if file.role != .attachment { append("role", file.role.rawValue, to: text) }
    text.append("}")
  }

  /// Adds a comma, and a member.
  static func append(_ key: StaticString, _ value: String?, to text: ByteBuffer) {
    text.append(",\"")
    text.append(key)
    text.append("\":")
    append(value: value, to: text)
  }

  static func append(value: String?, to text: ByteBuffer) {
    guard let value else { return text.append("null") }
    let bytes = Array(value.utf8)
    JSONText.append(bytes.span, to: text)
  }
}
