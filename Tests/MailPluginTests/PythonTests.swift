import Foundation
import MIME
import TestSupport
import Testing

@testable import MailboxModel

/// What is found in messages is what Python's `email` finds, but for what is told here.
@Suite(.enabled(if: PythonMail.isPresent)) struct PythonTests {
  /// What differs on purpose: the message, what of it, and why.
  static let differences: [(message: String, what: String, why: String)] = [
    (
      "big5-raw-headers.eml", "html",
      "a text that is not in the encoding that it names is read in the one that it is in"
    ),
    (
      "inline-cid-image-nested-rfc822.eml", "html",
      "blanks at the end of a line of quoted-printable are none (RFC 2045, 6.7)"
    ),
    ("inline-cid-image-nested-rfc822.eml 1.1.1", "content", "the same"),
    (
      "substring-from.mbox 1 1.1.1", "content",
      "the line end of a part belongs to it where no boundary follows"
    ),
    ("substring-from.mbox 1", "text", "the same"),
    ("substring-from.mbox 2 3", "content", "the same"),
    ("substring-from.mbox 2", "text", "the same"),
    ("substring-from.mbox 3 3", "content", "the same"),
    ("substring-from.mbox 3", "text", "the same"),
    // Of damaged ones:
    ("calendar-invite.eml, cut at 195", "message-id", "a bracket that is not closed stays so"),
    ("html-newsletter-latin9.eml, cut at 1359", "to", "a quote that is not closed is text"),
    (
      "html-newsletter-latin9.eml, cut at 1456", "date",
      "a time that is cut in its seconds has its minutes"
    ),
    ("report.eml, cut at 195", "date", "the same"),
    ("iso-2022-jp.eml, lines 2", "to", "words around an address are its name"),
  ]

  private func isKnown(_ message: String, _ what: String) -> Bool {
    Self.differences.contains { message.hasSuffix($0.message) && $0.what == what }
  }

  private func check<Value: Equatable>(
    _ name: String, _ what: String, _ ours: Value, _ python: Value
  ) {
    #expect((ours == python) != isKnown(name, what), "\(name), \(what): \(ours), Python: \(python)")
  }

  @Test func wholeMessages() throws {
    #expect(allMessages.count >= (Corpus.isPresent ? 36 : 9))
    let python = try PythonMail.read(allMessages.map(\.bytes))
    for ((name, bytes), python) in zip(allMessages, python) {
      let message = try OpenedMail(bytes).held()
      let summary = try MessageSummary(of: message)
      check(name, "error", nil, python.error)
      check(name, "from", summary.from, python.from)
      check(name, "to", summary.to, python.to)
      check(name, "cc", summary.cc, python.cc)
      check(name, "subject", summary.subject, python.subject)
      // Python keeps the blank that a field is folded by.
      check(name, "message-id", summary.messageID, python.messageID?.trimmed)
      check(name, "date", summary.date.map(PythonMail.Moment.init), python.date)
      let structure = try message.structure
      func outline(_ depth: Int, _ type: String, _ name: String?) -> String {
        "\(depth) \(type) \(name ?? "-")"
      }
      check(
        name, "parts", structure.parts.map { outline($0.depth, $0.type.type, $0.fileName) },
        python.parts.map { outline($0.depth, $0.type, $0.name) })
      for (part, other) in zip(structure.parts, python.parts) where part.kind == .leaf {
        guard let content = other.content else { continue }
        check(
          "\(name) \(structure.number(of: part))", "content", try message.bytes(of: part),
          [UInt8](content))
      }
      let bodies = structure.bodies
      check(name, "text", try bodies.plain.map { try message.text(of: $0).text }, python.text)
      check(name, "html", try bodies.html.map { try message.text(of: $0).text }, python.html)
    }
  }

  /// Changed bytes are left out: what breaks the rules of a field keeps its characters here, and Python drops some.
  @Test func damagedHeaders() throws {
    let damaged = Damaged.heads(changesBytes: false)
    let python = try PythonMail.read(damaged.map(\.bytes))
    for ((name, bytes), python) in zip(damaged, python) {
      let message = try OpenedMail(bytes).held()
      check(name, "subject", message.subject, python.subject?.trimmed)
      check(name, "message-id", message.messageID, python.messageID?.trimmed)
      check(name, "from", message.people("from")?.text, python.from)
      check(name, "to", message.people("to")?.text, python.to)
      check(name, "cc", message.people("cc")?.text, python.cc)
      check(name, "date", message.date.map(PythonMail.Moment.init), python.date)
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension PythonMail.Moment {
  init(_ date: MailDate) {
    self.init(seconds: date.secondsSince1970, offset: date.offsetMinutes)
  }
}
