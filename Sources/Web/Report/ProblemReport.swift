import ConverterCore
import FairyLibrary

/// A text about a problem, for the user to read, change and pass on; nothing sends it.
///
/// It is in English, for those who will read it.
struct ProblemReport {
  /// Lines about the program and the system.
  let about: [String]
  /// Lines of `fairy formats --json`.
  let formats: [JSONValue]
  /// The oldest first.
  let faults: [FaultLog.Fault]
  /// Whether names of files stand in it.
  let hasNames: Bool

  var text: String {
    let parts = [
      ["What I did:", "", "What I expected:", "", "What happened instead:", ""], about,
      // Letters are cut: what is longest comes last.
      faultLines, formatLines,
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var formatLines: [String] {
    func names(_ key: String) -> String {
      formats.filter { $0[key] == .bool(true) }.compactMap { $0["name"]?.text }
        .joined(separator: ", ")
    }
    var missing: [String] = []
    for format in formats {
      for one in format["missing"]?.elements ?? [] {
        let line =
          "\(one["name"]?.text ?? "") (package \(one["package"]?.text ?? ""))"
        if !missing.contains(line) { missing.append(line) }
      }
    }
    return [
      "Reads: \(names("read"))", "Writes: \(names("write"))",
      "Missing: \(missing.isEmpty ? "nothing" : missing.joined(separator: ", "))",
    ]
  }

  private var faultLines: [String] {
    guard !faults.isEmpty else { return ["Last errors: none"] }
    return ["Last errors:"]
      + faults.map { fault in
        let message = hasNames ? fault.message : Self.without(fault.names, fault.message)
        let names =
          hasNames && !fault.names.isEmpty ? " [\(fault.names.joined(separator: ", "))]" : ""
        return
          "\(StoredDate(seconds: fault.time)?.description ?? "") \(fault.code): \(message)\(names)"
      }
  }

  /// The message with `…` in the place of names, of whatever is quoted, and of whatever looks like a path.
  static func without(_ names: [String], _ message: String) -> String {
    var text = message
    let parts = names.flatMap { [$0] + $0.split(separator: "/").map(String.init) }
    for name in parts.sorted(by: { $0.count > $1.count }) where name.count > 1 {
      text = text.replacing(name, with: "…")
    }
    text = text.replacing(/"[^"]*"/, with: "\"…\"")
    return text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.contains("/") ? "…" : String($0) }.joined(separator: " ")
  }
}
