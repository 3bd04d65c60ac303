import ArchiveModel
import ConverterCore

/// An archive that stays open: what is in any of its folders can be asked for, and names searched.
///
/// A node is named by its number among all files and folders.
final class ArchiveSession: ViewSession {
  private let outline: Outline
  private let format: String
  /// Why the archive could be read only up to some entry.
  private let failure: ConversionError?

  /// The most entries of an answer.
  private static let most = 1000
  /// Folders that stand deeper are named together with what is above them.
  private static let deepest = 64

  init(_ entries: [Entry], of archive: Archive, failure: ConversionError?) {
    outline = Outline(entries, depth: Self.deepest)
    (format, self.failure) = (archive.format, failure)
  }

  var summary: [JSONValue.Member] {
    let tally = outline.tally
    var members: [JSONValue.Member] = [
      .init("format", .string(format)), .init("entries", .integer(tally.entries)),
      .init("files", .integer(tally.files)), .init("folders", .integer(tally.folders)),
      .init("bytes", tally.knowsBytes ? .integer(tally.bytes) : .null),
    ]
    if let failure { members.append(.init("failure", .string(failure.message))) }
    return members
  }

  func answer(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    switch question.word {
    case "children":
      try question.check(takes: "node", "from", "count")
      return try children(question)
    case "find":
      try question.check(takes: "text", "node", "count")
      return try find(question)
    default: throw question.unknown("children", "find")
    }
  }

  /// - Throws: `usage` for a number that no node has.
  private func node(_ question: ViewQuestion) throws(ConversionError) -> Int? {
    guard question.json["node"] != nil else { return nil }
    let node = try question.count("node")
    guard outline.rows.indices.contains(node) else {
      throw ConversionError(.usage, "there is no node \(node)")
    }
    return node
  }

  /// `{"ask":"children","node":4}`: what is in a folder; without a node, what is in none.
  private func children(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let from = try question.count("from", or: 0)
    let count = try question.count("count", or: 100, atMost: Self.most)
    let first = try node(question).map { outline.rows[$0].firstChild } ?? outline.firstRow
    var (children, position, next): ([JSONValue], Int, Int32) = ([], 0, first)
    while next >= 0 {
      if position >= from, children.count < count { children.append(described(Int(next))) }
      position += 1
      next = outline.rows[Int(next)].next
    }
    return [.init("children", .array(children)), .init("childCount", .integer(position))]
  }

  /// `{"ask":"find","text":"jpg","node":4}`: the nodes behind one whose names have it.
  private func find(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    guard let search = TextSearch(try question.text("text")) else {
      throw ConversionError(.usage, "\"text\" is empty, and there is nothing to look for")
    }
    let count = try question.count("count", or: 1, atMost: Self.most)
    var found: [JSONValue] = []
    for number in ((try node(question) ?? -1) + 1)..<outline.rows.count where found.count < count {
      let name = Array(outline.name(of: outline.rows[number]))
      if search.firstMatch(in: name.span) != nil { found.append(described(number)) }
    }
    return [.init("found", .array(found))]
  }

  private func described(_ number: Int) -> JSONValue {
    let row = outline.rows[number]
    var members: [JSONValue.Member] = [
      .init("node", .integer(number)),
      .init("name", .string(String(decoding: outline.name(of: row), as: UTF8.self))),
    ]
    if row.parent >= 0 { members.append(.init("parent", .integer(Int(row.parent)))) }
    if row.firstChild >= 0 { members.append(.init("hasChildren", .bool(true))) }
    guard row.entry >= 0 else {
      return .object(members + [.init("kind", .string(Entry.Kind.folder.rawValue))])
    }
    let entry = outline.entries[Int(row.entry)]
    members += JSONValue.Member.naming(entry.path.bytes, "path")
    members += [
      .init("kind", .string(entry.kind.rawValue)),
      .init("bytes", entry.byteCount.map { .integer($0) } ?? .null),
      .init("modified", entry.modified?.iso8601.map { .string($0) } ?? .null),
      .init("encrypted", .bool(entry.isEncrypted)),
    ]
    if row.isUnsafe, let danger = entry.danger { members.append(.init("unsafe", .string(danger))) }
    return .object(members)
  }
}
