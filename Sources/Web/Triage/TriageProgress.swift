import ConverterCore

/// How far somebody is with a folder, in words.
struct TriageProgress {
  private let progress: JSONValue
  private let words: Words

  /// - Parameter progress: from an answer of the broker.
  init(_ progress: JSONValue?, _ words: Words) {
    (self.progress, self.words) = (progress ?? .null, words)
  }

  private func count(_ key: String) -> Int { progress[key]?.int ?? 0 }

  var isWritable: Bool { progress["writable"] == .bool(true) }

  /// For templates.
  var values: [String: Any] {
    [
      "total": count("total"), "decided": count("decided"), "queued": count("queued"),
      "isWritable": isWritable, "hasQueue": count("queued") > 0,
      "decidedText": words.text(
        "triage_decided",
        ["count": words.grouped(count("decided")), "total": words.grouped(count("total"))]),
      "keepCount": words.grouped(count("keep")), "deleteCount": words.grouped(count("delete")),
      "textCount": words.grouped(count("text")), "bytes": words.size(count("bytes")),
      "queueText": words.text(
        "triage_queue_link",
        ["count": words.grouped(count("queued")), "bytes": words.size(count("bytes"))]),
      "moveText": words.text(
        count("queued") == 1 ? "triage_move.one" : "triage_move.other",
        ["count": words.grouped(count("queued")), "bytes": words.size(count("bytes"))]),
    ]
  }

  /// For scripts: the numbers, and the sizes in words.
  var json: JSONValue {
    .object(
      ["total", "decided", "keep", "delete", "text", "queued"].map {
        .init($0, .integer(count($0)))
      } + [.init("bytes", .integer(count("bytes")))])
  }
}
