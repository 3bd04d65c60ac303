import ConverterCore

/// Mail messages (RFC 5322) and mailboxes of them (RFC 4155).
enum MailProbe: TextProbe {
  static let obligatory: [ContentType.ID] = []

  static func examine(_ text: TextSample) -> [TypeFinding] {
    mailbox(text) ?? message(text, from: text.start).map { [$0] } ?? appleMail(text)
  }

  /// A separator line, then a header: `From sender date`, or `From - date` of Mozilla.
  private static func mailbox(_ text: TextSample) -> [TypeFinding]? {
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
      TypeFinding(
        .structure, "public.mbox", hasDate ? 0.93 : 0.88,
        "begins with a line 'From …' and a header; \(count)\(text.isWhole ? "" : " so far")"
      ).or(["com.apple.mail.email", "com.apple.mail.emlx", "public.patch-file"])
    ]
  }

  /// Apple Mail's own form: the length of the message on a line of its own, then the message.
  private static func appleMail(_ text: TextSample) -> [TypeFinding] {
    guard let first = text.lines(from: text.start, limit: 1).first,
      text.bytes[first].contains(where: { (0x30...0x39).contains($0) }),
      text.bytes[first].allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x20 }),
      let next = text.bytes[first.upperBound...].firstIndex(where: { !TextSample.isBlank($0) }),
      message(text, from: next) != nil
    else { return [] }
    return [TypeFinding(.structure, "com.apple.mail.emlx", 0.9, "a number, then a message")]
  }

  /// A block of header fields of which two or more are those of mail.
  private static func message(_ text: TextSample, from start: Int) -> TypeFinding? {
    var known: [String] = []
    var fields = 0
    var oddities = 0
    for line in text.lines(from: start, limit: 2000) {
      if line.isEmpty { break }
      if fields > 0, TextSample.isBlank(text.bytes[line.lowerBound]) { continue }
      guard let name = fieldName(text, line) else {
        oddities += 1
        // One line that mail programs pass over, among fields that leave no doubt.
        guard oddities == 1, known.count(where: { mailFields.contains($0.lowercased()) }) >= 2
        else { return nil }
        continue
      }
      fields += 1
      let lower = name.lowercased()
      if mailFields.contains(lower) || lower.hasPrefix("x-") || lower.hasPrefix("arc-")
        || lower.hasPrefix("list-") || lower.hasPrefix("resent-"), !known.contains(name)
      {
        known.append(name)
      }
    }
    let certain = known.filter { mailFields.contains($0.lowercased()) }
    guard certain.count >= (oddities > 0 ? 4 : 2), known.count * 3 >= fields || certain.count >= 4
    else { return nil }
    let observation = "header fields \(certain.prefix(4).joined(separator: ", "))"
    return TypeFinding(
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
    let name = text.string(line.lowerBound..<colon)
    guard
      colon + 1 >= line.upperBound || TextSample.isBlank(text.bytes[colon + 1])
        || mailFields.contains(name.lowercased())
    else { return nil }
    return name
  }

  private static let mailFields: Set<String> = [
    "from", "to", "cc", "bcc", "subject", "date", "message-id", "mime-version", "content-type",
    "content-transfer-encoding", "received", "recieved", "return-path", "reply-to", "sender",
    "delivered-to", "x-original-to", "in-reply-to", "references", "dkim-signature",
    "authentication-results", "arc-seal", "list-id", "list-unsubscribe", "envelope-to",
    "newsgroups", "path", "organization", "resent-from", "thread-topic", "thread-index",
    "user-agent", "precedence",
  ]
}
