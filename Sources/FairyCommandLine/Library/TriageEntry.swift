import ConverterCore
import FairyLibrary
import SystemPackage

/// A photo as `fairy triage --list` shows it.
struct TriageEntry {
  let seen: SeenPhoto
  let verdict: Verdict?
  /// Why the filter shows it.
  let reason: String
  /// The number of its group.
  var number: Int?
  var group: PhotoGroup?
  var isBest = false
  /// Why nothing was seen of it.
  var failure: ConversionError?

  /// Photos of a group stand together, the best one first; groups in the order of their numbers.
  static func isGroupedBefore(_ one: TriageEntry, _ other: TriageEntry) -> Bool {
    (one.number ?? .max, one.isBest ? 0 : 1, one.seen.photo.main.path.string)
      < (other.number ?? .max, other.isBest ? 0 : 1, other.seen.photo.main.path.string)
  }

  var members: [JSONValue.Member] {
    var members = seen.photo.main.path.members("path")
    members += [
      .init("verdict", verdict.map { .string($0.rawValue) } ?? .null),
      .init("group", number.map { .integer($0) } ?? .null),
      .init("bytes", .integer(seen.photo.byteCount)),
      .init("taken", seen.look?.taken.map { .string($0) } ?? .null),
    ]
    if seen.photo.files.count > 1 {
      let others = seen.photo.files.dropFirst().map { JSONValue.object($0.path.members("path")) }
      members.append(.init("with", .array(Array(others))))
    }
    if let group {
      members += [.init("kind", .string(group.kind.rawValue)), .init("best", .bool(isBest))]
      if isBest { members.append(.init("why", .string(group.reason))) }
    }
    if !reason.isEmpty { members.append(.init("reason", .string(reason))) }
    if let failure { members.append(.init("error", failure.json)) }
    return members
  }

  var line: String {
    let taken = seen.look?.taken.map { ", \($0.prefix(16).replacing("T", with: " "))" } ?? ""
    var line = "\((verdict?.rawValue ?? "").padded)  \(seen.photo.main.path.display)  "
    line += Amounts.bytes(seen.photo.byteCount) + taken
    if seen.photo.files.count > 1 { line += ", \(seen.photo.files.count) files" }
    if let group, let number {
      line +=
        "  [group \(number), \(group.kind.words)" + (isBest ? "; best: \(group.reason)]" : "]")
    }
    if !reason.isEmpty { line += "  (\(reason))" }
    if let failure { line += "  (\(failure.message))" }
    return line
  }
}

extension PhotoGroup.Kind {
  fileprivate var words: String {
    switch self {
    case .same: "the same file"
    case .near: "alike"
    case .burst: "one burst"
    }
  }
}
