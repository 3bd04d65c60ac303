import TestSupport

extension FormatRow {
  private typealias F = MailFeature

  private static let message = """
    From: Ann <ann@example.org>
    To: Bob <bob@example.org>
    Subject: Report
    Date: Tue, 03 Feb 2026 04:05:06 +0000
    Message-ID: <1@example.org>
    X-Further: \(F.headers.marker)
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=m

    --m
    Content-Type: text/plain; charset=utf-8

    \(F.text.marker)

    --m
    Content-Type: text/csv; name=data.csv
    Content-Disposition: attachment; filename=data.csv

    \(F.attachments.marker),2

    --m--

    """

  private static let second = """
    From: Ann <ann@example.org>
    To: Bob <bob@example.org>
    Subject: Second
    Date: Wed, 04 Feb 2026 04:05:06 +0000
    Message-ID: <2@example.org>
    MIME-Version: 1.0
    Content-Type: text/html; charset=utf-8

    <p>\(F.page.marker) \(F.messages.marker)</p>

    """

  /// Formats of mail.
  static let mail: [FormatRow] = [
    FormatRow(
      .mailbox, ["com.apple.mail.email", "com.apple.mail.emlx"], lacks: [F.messages],
      [
        Sample("one", "eml", [F.text, F.attachments, F.headers], text: message),
        Sample("page", "eml", [F.page], text: second),
        Sample(
          "one", "emlx", [F.text, F.attachments, F.headers],
          text: "\(message.utf8.count)\n\(message)"
            + "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>"),
      ]),
    FormatRow(
      .mailbox, ["public.mbox"], lacks: [],
      [
        Sample(
          "box", "mbox", F.all,
          text: "From ann@example.org Tue Feb  3 04:05:06 2026\n\(message)\n"
            + "From ann@example.org Wed Feb  4 04:05:06 2026\n\(second)\n")
      ]),
    FormatRow(
      .mailbox, ["org.maildir"], lacks: [],
      [
        Sample("folder", "", F.all) { folder, name in
          for sub in ["cur", "new", "tmp"] {
            try folder.write([], to: "\(name)/\(sub)/.keep")
          }
          try folder.write(Array(message.utf8), to: "\(name)/cur/1.a:2,S")
          try folder.write(Array(second.utf8), to: "\(name)/cur/2.a:2,S")
        }
      ]),
  ]
}
