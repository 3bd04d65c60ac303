import ConverterCore
import SystemPackage

/// A photo as pages and scripts are told of it.
struct TriagePhoto {
  private let photo: JSONValue
  private let path: FilePath
  private let id: String
  private let words: Words

  /// - Parameter photo: from an answer of the broker.
  init(_ photo: JSONValue, _ names: FileNames, _ words: Words) {
    (self.photo, self.words) = (photo, words)
    path = TriageBroker.path(photo) ?? ""
    id = names.identifier(of: path)
  }

  private var name: String { path.lastComponent.map { String(decoding: $0) } ?? "" }
  private var key: String { photo["key"]?.text ?? "" }
  private var isFilm: Bool { photo["film"] == .bool(true) }
  private var address: String { Form.encoded(key) }
  private var verdict: String? { photo["verdict"]?.text }

  /// Size, dimensions, time and camera, as far as they are known.
  private var about: String {
    var parts = [words.size(photo["bytes"]?.int ?? 0)]
    if let width = photo["width"]?.int, let height = photo["height"]?.int {
      parts.append("\(width)\u{202f}×\u{202f}\(height)")
    }
    if let taken = photo["taken"]?.text {
      parts.append(String(taken.prefix(16)).replacing("T", with: " "))
    } else {
      parts.append(words.ago((photo["modified"]?.int ?? 0) / 1_000_000_000))
    }
    if let camera = photo["camera"]?.text { parts.append(camera) }
    if let files = photo["files"]?.int, files > 1 {
      parts.append(words.counting("triage_files", files))
    }
    return parts.joined(separator: " · ")
  }

  /// For templates.
  var values: [String: Any] {
    var values: [String: Any] = [
      "t": words.texts, "id": id, "key": key, "value": "\(id) \(key)", "name": name,
      "about": about, "isFilm": isFilm, "version": AssetRoutes.version,
      "page": "/files/\(id)", "select": "\(words["select"]) \(name)",
      "takeOut": words.text("triage_take_out_one", ["name": name]),
      "keepOne": words.text("triage_keep_one", ["name": name]),
    ]
    if !isFilm {
      values["src"] = "/files/\(id)/picture/\(address)"
      values["thumb"] = "/files/\(id)/thumbnail/\(address)"
    }
    if let verdict {
      values["verdict"] = verdict
      values["verdictText"] = words["triage_is_\(verdict)"]
    }
    if let reason = photo["reason"]?.text { values["reason"] = reason }
    if let refusal = photo["refusal"]?.text { values["refusal"] = refusal }
    return values
  }

  /// For scripts.
  var json: JSONValue {
    .object([
      .init("id", .string(id)), .init("key", .string(key)), .init("name", .string(name)),
      .init("about", .string(about)), .init("bytes", .integer(photo["bytes"]?.int ?? 0)),
      .init("src", isFilm ? .null : .string("/files/\(id)/picture/\(address)")),
      .init("verdict", verdict.map { .string($0) } ?? .null),
      .init("reason", photo["reason"] ?? .null),
    ])
  }
}
