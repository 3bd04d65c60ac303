public import ConverterCore

/// A session in a file: an object with `version`, `next` (the identifier of the next page) and `pages`, each of which
/// has `id`, `source` (`name`, `page`), `detected` (``ScannedPage/record``) and `changes` (`corners`, `filter`,
/// `rotation`; null is as it was found).
extension ScanSession {
  /// The version of ``record`` that is written, and the one that is read.
  public static let recordVersion = 1

  private static let recordName = "the stored session"
  private static let mostPages = 100_000

  /// The whole session, exactly.
  public var record: JSONValue {
    .object([
      .init("version", .integer(Self.recordVersion)), .init("next", .integer(next)),
      .init("pages", .array(entries.map(\.record))),
    ])
  }

  /// Reads ``record``.
  ///
  /// - Throws: `unsupportedContent` for another version of the session or of a page in it; `damagedInput` for members
  ///   that are missing or not known, and for impossible values: the message names page and member.
  public init(record: JSONValue) throws(ConversionError) {
    let name = Self.recordName
    try StoredObject.check(version: Self.recordVersion, of: record, name)
    let object = try StoredObject(record, name, members: ["version", "next", "pages"])
    let next = try object.integer("next", in: 1...Int(Int32.max))
    var entries: [Entry] = []
    var known: Set<Int> = []
    for (index, page) in try object.elements("pages", 0...Self.mostPages).enumerated() {
      let place = "\(name), page \(index + 1)"
      let entry = try Entry(record: page, place)
      guard entry.id < next, known.insert(entry.id).inserted else {
        throw StoredObject.damaged(
          place, "\"id\" is \(entry.id), and has to be below \(next) and of one page only")
      }
      entries.append(entry)
    }
    self.init(entries: entries, next: next)
  }
}

extension ScanSession.Entry {
  /// The members of a page.
  package static let members = ["id", "source", "detected", "changes"]

  package var record: JSONValue {
    .object([
      .init("id", .integer(id)),
      .init(
        "source",
        .object([.init("name", .string(source.name)), .init("page", .integer(source.page))])),
      .init("detected", detected.record),
      .init(
        "changes",
        .object([
          .init("corners", changes.corners?.record ?? .null),
          .init("filter", changes.filter.map { .string($0.rawValue) } ?? .null),
          .init("rotation", changes.rotation.map { .integer($0) } ?? .null),
        ])),
    ])
  }

  /// - Parameters:
  ///   - record: an object with ``members``, and with no others unless `keepsUnknown`.
  ///   - place: where it stands, for messages.
  package init(
    record: JSONValue, _ place: String, keepsUnknown: Bool = false
  ) throws(ConversionError) {
    let object = try StoredObject(
      record, place, members: Self.members, keepsUnknown: keepsUnknown)
    let source = try StoredObject(
      object.value("source"), "\(place), source", members: ["name", "page"])
    let detected = try ScannedPage(record: object.value("detected"), "\(place), detected")
    self.init(
      id: try object.integer("id", in: 1...Int(Int32.max)),
      source: try ScanSession.Source(
        try source.text("name", most: ScanSession.Source.longestName),
        page: try source.integer("page", in: 1...Int(Int32.max))), detected: detected,
      changes: try ScanSession.Changes(
        record: object.value("changes"), "\(place), changes", of: detected))
  }
}

extension ScanSession.Changes {
  fileprivate init(
    record: JSONValue, _ place: String, of page: ScannedPage
  ) throws(ConversionError) {
    let object = try StoredObject(record, place, members: ["corners", "filter", "rotation"])
    corners = try object.optional("corners") { (o, n) throws(ConversionError) in
      try o.corners(n, inWidth: page.sourceWidth, height: page.sourceHeight)
    }
    filter = try object.optional("filter") { (o, n) throws(ConversionError) in
      try o.choice(n, ScannedPage.Filter.self)
    }
    rotation = try ScannedPage.quarters(object, "rotation")
    if filter == .auto {
      throw object.impossible("filter", "null for the one that was chosen, or another")
    }
  }
}
