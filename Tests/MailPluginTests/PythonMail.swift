import Foundation
import TestSupport
import Testing

/// What Python's `email` (policy `default`) says of messages.
struct PythonMail: Decodable {
  struct Part: Decodable {
    let depth: Int
    let type: String
    let name: String?
    /// In base64; `nil` for what has parts.
    let content: Data?
  }

  struct Moment: Decodable, Equatable {
    let seconds: Int
    /// East of Greenwich; `nil` where the zone is not known.
    let offset: Int?
  }

  let from, to, cc, subject, messageID: String?
  let date: Moment?
  let parts: [Part]
  let text, html: String?
  /// Whether a part of it could not be told.
  let error: String?

  static let isPresent = Places.has(program: "python3")

  /// One process for all of them.
  static func read(_ messages: [[UInt8]]) throws -> [PythonMail] {
    var input: [UInt8] = []
    for message in messages { input += Array("\(message.count)\n".utf8) + message }
    let scratch = try ScratchFolder()
    try scratch.write(Array(script.utf8), to: "reference.py")
    let result = try Program.run(
      "/usr/bin/env", ["python3", scratch.file("reference.py")], input: input)
    #expect(result.status == 0, "\(result.error)")
    let read = try result.lines.map {
      try JSONDecoder().decode(PythonMail.self, from: Data($0.utf8))
    }
    try #require(read.count == messages.count)
    return read
  }

  private static let script = #"""
    import base64, email, email.policy, json, sys

    def header(message, name):
        values = message.get_all(name)
        return None if values is None else ", ".join(filter(None, (str(value) for value in values)))

    def first(message, name):
        value = message[name]
        return None if value is None else str(value)

    def moment(message):
        date = message["date"]
        date = date and date.datetime
        if date is None:
            return None
        offset = date.utcoffset()
        if offset is None:
            import datetime
            date = date.replace(tzinfo=datetime.timezone.utc)
        return {
            "seconds": int(date.timestamp()),
            "offset": None if offset is None else int(offset.total_seconds() // 60)}

    def parts(part, depth, found):
        kind = part.get_content_type()
        is_open = part.is_multipart() and (
            part.get_content_maintype() == "multipart" or kind in ("message/rfc822", "message/global"))
        entry = {"depth": depth, "type": kind, "name": part.get_filename() or None}
        found.append(entry)
        if is_open:
            for inner in part.get_payload():
                parts(inner, depth + 1, found)
        elif part.is_multipart():
            entry["content"] = None
        else:
            entry["content"] = base64.b64encode(part.get_payload(decode=True) or b"").decode()

    def body(message, kind):
        part = message.get_body((kind,))
        return None if part is None else part.get_content()

    def attempt(errors, function, *arguments):
        try:
            return function(*arguments)
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")

    def clean(value):
        return value and value.encode("utf-8", "replace").decode()

    stream = sys.stdin.buffer
    while line := stream.readline():
        message = email.message_from_bytes(stream.read(int(line)), policy=email.policy.default)
        errors, found = [], []
        attempt(errors, parts, message, 0, found)
        for part in found:
            part["name"] = clean(part["name"])
        print(json.dumps({
            "from": clean(attempt(errors, header, message, "from")),
            "to": clean(attempt(errors, header, message, "to")),
            "cc": clean(attempt(errors, header, message, "cc")),
            "subject": clean(attempt(errors, first, message, "subject")),
            "messageID": clean(attempt(errors, first, message, "message-id")),
            "date": attempt(errors, moment, message),
            "parts": found,
            "text": clean(attempt(errors, body, message, "plain")),
            "html": clean(attempt(errors, body, message, "html")),
            "error": ", ".join(errors) or None}))
    """#
}
