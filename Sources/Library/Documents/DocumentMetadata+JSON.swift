public import ConverterCore

/// `metadata.json`, as `docs/library/metadata.schema.json` describes it.
extension DocumentMetadata {
  /// The version of ``record`` that is written, and the one that is read.
  public static let version = 1

  private static let members = [
    "version", "id", "revision", "title", "note", "tags", "state", "created", "modified", "form",
    "nextPage", "nextFile", "pages", "output", "sync",
  ]
  private static let mostPages = 100_000
  private static let mostTags = 1000
  /// The most bytes of a title or tag, and of a note.
  static let longestTitle = 4096
  static let longestNote = 1 << 20

  /// The whole of it, with what a later version added.
  public var record: JSONValue {
    .object(
      [
        .init("version", .integer(Self.version)), .init("id", .string(id.description)),
        .init("revision", .integer(revision)), .init("title", .string(title)),
        .init("note", .string(note)), .init("tags", .array(tags.map { .string($0) })),
        .init("state", .string(state.rawValue)), .init("created", .string(created.description)),
        .init("modified", .string(modified.description)), .init("form", form.record),
        .init("nextPage", .integer(nextPage)), .init("nextFile", .integer(nextFile)),
        .init("pages", .array(pages.map(\.record))), .init("output", output?.record ?? .null),
        .init("sync", sync?.record ?? .null),
      ] + unknown)
  }

  /// Reads ``record``.
  ///
  /// - Parameters:
  ///   - record: the whole of the file.
  ///   - place: the file, for messages.
  /// - Throws: `unsupportedContent` for another version; `damagedInput` for what is missing or impossible: the message
  ///   names it.
  public init(record: JSONValue, _ place: String = "metadata.json") throws(ConversionError) {
    try StoredObject.check(version: Self.version, of: record, place)
    let object = try StoredObject(record, place, members: Self.members, keepsUnknown: true)
    guard let id = DocumentID(try object.text("id", most: 36)) else {
      throw object.impossible("id", "a UUID in lower case")
    }
    self.id = id
    let counts = 1...Int(Int32.max)
    revision = try object.integer("revision", in: counts)
    title = try object.text("title", most: Self.longestTitle)
    note = try object.textOrNothing("note", most: Self.longestNote)
    tags = try Self.tags(object)
    state = try object.choice("state", DocumentState.self)
    (created, modified) = (try object.date("created"), try object.date("modified"))
    form = try DocumentForm(record: object.value("form"), "\(place), form")
    nextFile = try object.integer("nextFile", in: counts)
    output = try object.optional("output") { (o, n) throws(ConversionError) in
      try Output(record: o.value(n), "\(place), output")
    }
    sync = try object.optional("sync") { (o, n) throws(ConversionError) in
      try Sync(record: o.value(n), "\(place), sync")
    }
    unknown = object.unknown
    try readPages(of: object, next: try object.integer("nextPage", in: counts), place)
    try checkWhole(place)
  }

  private mutating func readPages(
    of object: StoredObject, next: Int, _ place: String
  ) throws(ConversionError) {
    var known: Set<Int> = []
    for (index, value) in try object.elements("pages", 0...Self.mostPages).enumerated() {
      let place = "\(place), page \(index + 1)"
      let page = try DocumentPage(record: value, place)
      guard page.id < next, known.insert(page.id).inserted else {
        throw StoredObject.damaged(
          place, "\"id\" is \(page.id), and has to be below \(next) and of one page only")
      }
      pages.append(page)
    }
    nextPage = next
  }

  /// - Throws: `damagedInput` where each value is possible, but not all of them together.
  private func checkWhole(_ place: String) throws(ConversionError) {
    if state != .draft, output == nil {
      throw StoredObject.damaged(place, "it is \(state.rawValue), and has no \"output\"")
    }
    let numbers = pages.flatMap(\.files).map(\.number)
    if let largest = numbers.max(), largest >= nextFile {
      throw StoredObject.damaged(
        place, "\"nextFile\" is \(nextFile), and a file has the number \(largest)")
    }
  }

  private static func tags(_ object: StoredObject) throws(ConversionError) -> [String] {
    let tags = try object.elements("tags", 0...mostTags).compactMap(\.text)
    guard tags.count == object.value("tags").elements?.count, Set(tags).count == tags.count,
      tags.allSatisfy({ !$0.isEmpty && $0.utf8.count <= longestTitle })
    else { throw object.impossible("tags", "a list of texts, each once") }
    return tags
  }
}

extension DocumentPage {
  /// The numbered files that it names.
  var files: [StoredName] {
    [original, picture, text].compactMap { $0 }.compactMap(StoredName.init)
  }
}

extension DocumentForm {
  var record: JSONValue {
    .object([
      .init("pageSize", .string(pageSize)), .init("preset", .string(preset)),
      .init("languages", .string(languages)),
    ])
  }

  init(record: JSONValue, _ place: String) throws(ConversionError) {
    let object = try StoredObject(record, place, members: ["pageSize", "preset", "languages"])
    (pageSize, languages) = (
      try object.text("pageSize", most: 100), try object.text("languages", most: 1000)
    )
    preset = try object.text("preset", most: 100)
    guard Self.presets.contains(preset) else {
      throw object.impossible("preset", Self.presets.joined(separator: ", "))
    }
  }
}

extension DocumentMetadata.Output {
  fileprivate var record: JSONValue {
    .object([
      .init("bytes", .integer(byteCount)), .init("revision", .integer(revision)),
      .init("made", .string(made.description)),
    ])
  }

  fileprivate init(record: JSONValue, _ place: String) throws(ConversionError) {
    let object = try StoredObject(record, place, members: ["bytes", "revision", "made"])
    byteCount = try object.integer("bytes", in: 0...Int.max)
    revision = try object.integer("revision", in: 1...Int(Int32.max))
    made = try object.date("made")
  }
}

extension DocumentMetadata.Sync {
  private static let members = [
    "target", "revision", "content", "begun", "failure", "failureCount", "nextTry",
  ]

  fileprivate var record: JSONValue {
    .object([
      .init("target", .string(target)), .init("revision", revision.map { .integer($0) } ?? .null),
      .init("content", content.map { .string($0) } ?? .null),
      .init("begun", begun.map { .string($0) } ?? .null),
      .init("failure", failure.map { .string($0) } ?? .null),
      .init("failureCount", .integer(failureCount)),
      .init("nextTry", nextTry.map { .string($0.description) } ?? .null),
    ])
  }

  fileprivate init(record: JSONValue, _ place: String) throws(ConversionError) {
    let object = try StoredObject(record, place, members: Self.members)
    target = try object.text("target", most: 4096)
    revision = try object.optional("revision") { (o, n) throws(ConversionError) in
      try o.integer(n, in: 1...Int(Int32.max))
    }
    content = try object.optional("content") { (o, n) throws(ConversionError) in
      try o.text(n, most: 32)
    }
    begun = try object.optional("begun") { (o, n) throws(ConversionError) in
      try o.text(n, most: 32)
    }
    failure = try object.optional("failure") { (o, n) throws(ConversionError) in
      try o.text(n, most: 1 << 16)
    }
    failureCount = try object.integer("failureCount", in: 0...Int(Int32.max))
    nextTry = try object.optional("nextTry") { (o, n) throws(ConversionError) in try o.date(n) }
  }
}

extension StoredObject {
  /// A moment.
  func date(_ name: String) throws(ConversionError) -> StoredDate {
    guard let date = value(name).text.flatMap(StoredDate.init) else {
      throw impossible(name, "a moment such as 2026-11-22T21:16:36Z")
    }
    return date
  }
}
