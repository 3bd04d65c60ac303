public import ConverterCore
import SystemPackage

/// `settings.json`, as `docs/library/settings.schema.json` describes it.
extension LibrarySettings {
  /// The version of ``record`` that is written, and the one that is read.
  public static let version = 1

  private static let members = [
    "version", "title", "form", "save", "exports", "sync", "recent", "mailboxes",
  ]
  private static let longestTemplate = 200
  private static let longestPath = 4096
  private static let mostPaths = 10_000

  /// The whole of it, with what a later version added.
  public var record: JSONValue {
    .object(
      [
        .init("version", .integer(Self.version)), .init("title", .string(titleTemplate)),
        .init("form", form.record), .init("save", .string(saving.rawValue)),
        .init(
          "exports",
          .object([
            .init("pdf", documentFolder.record), .init("images", imageFolder.record),
          ])), .init("sync", syncTarget.map { .string($0) } ?? .null),
        .init(
          "recent",
          .object([
            .init("kept", .bool(keepsRecent)), .init("leftOut", foldersLeftOut.record),
          ])), .init("mailboxes", mailboxes.record),
      ] + unknown)
  }

  /// Reads ``record``.
  ///
  /// - Parameters:
  ///   - record: the whole of the file.
  ///   - place: the file, for messages.
  /// - Throws: `unsupportedContent` for another version; `damagedInput` for what is missing or impossible: the message
  ///   names it.
  public init(record: JSONValue, _ place: String = "settings.json") throws(ConversionError) {
    try StoredObject.check(version: Self.version, of: record, place)
    let object = try StoredObject(record, place, members: Self.members, keepsUnknown: true)
    titleTemplate = try object.text("title", most: Self.longestTemplate)
    form = try DocumentForm(record: object.value("form"), "\(place), form")
    saving = try object.choice("save", SaveWay.self)
    let exports = try StoredObject(
      object.value("exports"), "\(place), exports", members: ["pdf", "images"])
    documentFolder = try exports.optional("pdf", Self.path)
    imageFolder = try exports.optional("images", Self.path)
    syncTarget = try object.optional("sync") { (o, n) throws(ConversionError) in
      try o.text(n, most: Self.longestPath)
    }
    let recent = try StoredObject(
      object.value("recent"), "\(place), recent", members: ["kept", "leftOut"])
    keepsRecent = try recent.bool("kept")
    foldersLeftOut = try Self.paths(recent, "leftOut")
    mailboxes = try Self.paths(object, "mailboxes")
    unknown = object.unknown
  }

  private static func path(
    _ object: StoredObject, _ member: String
  ) throws(ConversionError) -> FilePath {
    let path = FilePath(try object.text(member, most: longestPath))
    guard path.isAbsolute else { throw object.impossible(member, "a path that begins with /") }
    return path
  }

  private static func paths(
    _ object: StoredObject, _ member: String
  ) throws(ConversionError) -> [FilePath] {
    let paths = try object.elements(member, 0...mostPaths).compactMap(\.text).map { FilePath($0) }
    guard paths.count == object.value(member).elements?.count, paths.allSatisfy(\.isAbsolute) else {
      throw object.impossible(member, "a list of paths that begin with /")
    }
    return paths
  }
}

extension FilePath? {
  fileprivate var record: JSONValue { map { .string($0.lossyText) } ?? .null }
}

extension [FilePath] {
  fileprivate var record: JSONValue { .array(map { .string($0.lossyText) }) }
}
