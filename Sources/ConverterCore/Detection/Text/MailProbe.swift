/// Mail messages (RFC 5322) and mailboxes of them (RFC 4155).
enum MailProbe: TextProbe {
  static let obligatory: [ContentType.ID] = []

  static func examine(_ text: TextSample) -> [Finding] {
    mailbox(text) ?? message(text, from: text.start).map { [$0] } ?? []
  }

  /// A separator line, then a header: `From sender date`, or `From - date` of Mozilla.
  private static func mailbox(_ text: TextSample) -> [Finding]? {
    guard text.bytes.has("From ", at: text.start) else { return nil }
    let lines = text.lines(from: text.start)
    var messages = 0
    for (index, line) in lines.enumerated() {
      guard text.bytes.has("From ", at: line.lowerBound),
        index == 0 || lines[index - 1].isEmpty, index + 1 < lines.count,
        fieldName(text, lines[index + 1]) != nil
          || text.bytes.has(">From ", at: lines[index + 1].lowerBound)
      else { continue }
      messages += 1
    }
    guard messages > 0, let first = lines.first else { return nil }
    let hasDate =
      text.bytes[first].contains(UInt8(ascii: ":")) || text.bytes.has("From -", at: text.start)
    let count = messages == 1 ? "a message" : "\(messages) messages"
    return [
      Finding(
        .structure, "public.mbox", hasDate ? 0.93 : 0.88,
        "begins with a line 'From …' and a header; \(count)\(text.isWhole ? "" : " so far")"
      ).or(["com.apple.mail.email", "com.apple.mail.emlx", "public.patch-file"])
    ]
  }

  /// A block of header fields of which two or more are those of mail.
  private static func message(_ text: TextSample, from start: Int) -> Finding? {
    var known: [String] = []
    var fields = 0
    for line in text.lines(from: start, limit: 200) {
      if line.isEmpty { break }
      if fields > 0, TextSample.isBlank(text.bytes[line.lowerBound]) { continue }
      guard let name = fieldName(text, line) else { return nil }
      fields += 1
      let lower = name.lowercased()
      if mailFields.contains(lower) || lower.hasPrefix("x-"), !known.contains(name) {
        known.append(name)
      }
    }
    let certain = known.filter { mailFields.contains($0.lowercased()) }
    guard certain.count >= 2, known.count * 3 >= fields else { return nil }
    let observation = "header fields \(certain.prefix(4).joined(separator: ", "))"
    return Finding(
      .structure, "com.apple.mail.email", certain.count >= 3 ? 0.92 : 0.86, observation
    ).or(["public.mbox", "public.patch-file"])
  }

  /// The name before the colon; `nil` when the line is no header field.
  private static func fieldName(_ text: TextSample, _ line: Range<Int>) -> String? {
    let bytes = text.bytes[line.prefix(80)]
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > line.lowerBound,
      bytes[..<colon].allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    // Mail has a blank behind the colon; "http://" and "12:30" do not.
    guard colon + 1 >= line.upperBound || TextSample.isBlank(text.bytes[colon + 1]) else {
      return nil
    }
    return text.string(line.lowerBound..<colon)
  }

  private static let mailFields: Set<String> = [
    "from", "to", "cc", "bcc", "subject", "date", "message-id", "mime-version", "content-type",
    "content-transfer-encoding", "received", "recieved", "return-path", "reply-to", "sender",
    "delivered-to", "x-original-to", "in-reply-to", "references", "dkim-signature",
    "authentication-results", "arc-seal", "list-id", "list-unsubscribe", "envelope-to",
    "resent-from", "thread-topic", "thread-index", "user-agent", "precedence",
  ]
}
