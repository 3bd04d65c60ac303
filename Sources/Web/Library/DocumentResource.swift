import ConverterCore
import FairyLibrary

extension IndexedItem {
  /// A document in `GET /api/documents`.
  var resource: JSONValue {
    .object([
      .init("id", .string(key)), .init("title", .string(title)),
      .init("state", state.map { .string($0.rawValue) } ?? .null),
      .init("pages", .integer(pageCount)), .init("created", .string(created.description)),
      .init("modified", .string(modified.description)),
      .init("tags", .array(tags.map { .string($0) })), .init("revision", .integer(revision)),
    ])
  }
}

extension SearchHit {
  /// Something that was found, in `GET /api/search`.
  var resource: JSONValue {
    .object([
      .init("kind", .string(item.kind.rawValue)), .init("id", .string(item.key)),
      .init("title", .string(item.title)), .init("snippet", .string(snippet.text)),
      .init("page", snippet.page.map { .integer($0) } ?? .null),
      .init("modified", .string(item.modified.description)),
    ])
  }
}

extension DocumentMetadata {
  /// The revision as an entity tag: `"7"`.
  var entityTag: String { "\"\(revision)\"" }

  /// `GET /api/documents/{id}`
  var resource: JSONValue {
    let address = DocumentAddress(id)
    return .object([
      .init("id", .string(id.description)), .init("title", .string(title)),
      .init("note", .string(note)), .init("tags", .array(tags.map { .string($0) })),
      .init("state", .string(state.rawValue)),
      .init("failure", sync?.failure.map { .string($0) } ?? .null),
      .init("created", .string(created.description)),
      .init("modified", .string(modified.description)), .init("revision", .integer(revision)),
      .init("pages", .integer(pages.count)),
      .init("bytes", output.map { .integer($0.byteCount) } ?? .null),
      .init("pdf", output == nil ? .null : .string("\(address.page)/pdf")),
      .init("thumbnail", .string(address.thumbnail(revision))),
    ])
  }
}

/// The header `If-Match` or `If-None-Match` (RFC 9110, section 13.1).
struct EntityTags: Sendable {
  private let tags: [String]

  init(_ header: String) {
    tags = header.split(separator: ",").map { String($0.drop { $0 == " " }).trimmingSpaces }
  }

  /// Whether one of them is the revision or any at all, weak ones included.
  func matchWeakly(_ revision: Int) -> Bool {
    tags.contains { $0 == "*" || $0 == "\"\(revision)\"" || $0 == "W/\"\(revision)\"" }
  }

  /// The revision that a change is made for: the one that the document has, where one of the tags is it.
  ///
  /// - Throws: `changedMeanwhile`.
  func revision(among known: Int) throws(ConversionError) -> Int {
    guard tags.contains(where: { $0 == "*" || $0 == "\"\(known)\"" }) else {
      throw ConversionError(
        .changedMeanwhile,
        "was changed: it has revision \(known), and If-Match says \(tags.joined(separator: ", "))")
    }
    return known
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A change of what is said about a document, as JSON has it.
struct DescriptionChange: Sendable {
  private let title: String?
  private let note: String?
  private let tags: [String]?

  /// - Parameter isWhole: whether all members have to be there.
  /// - Throws: `usage` for a member of another name or kind.
  init(_ json: JSONValue, isWhole: Bool) throws(ConversionError) {
    let names = ["title", "note", "tags"]
    guard let members = json.members, members.allSatisfy({ names.contains($0.key) }),
      Set(members.map(\.key)).count == members.count
    else {
      throw ConversionError(.usage, "a change has the members title, note and tags")
    }
    if isWhole, members.count < names.count {
      throw ConversionError(.usage, "PUT needs all of title, note and tags; PATCH takes some")
    }
    title = json["title"]?.text
    note = json["note"]?.text
    tags = json["tags"]?.elements?.compactMap(\.text)
    guard (title != nil) == (json["title"] != nil), (note != nil) == (json["note"] != nil),
      tags?.count == json["tags"]?.elements?.count, (tags != nil) == (json["tags"] != nil)
    else {
      throw ConversionError(.usage, "title and note are texts, tags is a list of texts")
    }
  }

  func apply(to description: inout DocumentDescription) {
    if let title { description.title = title }
    if let note { description.note = note }
    if let tags { description.tags = tags }
  }
}
