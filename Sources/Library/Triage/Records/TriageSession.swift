public import ConverterCore
public import SystemPackage

/// Where somebody is who looks through folders.
public struct TriageSession: JournalRecord, Equatable {
  public static let kind = "session"

  /// The folders, in the order of their names.
  public let folders: [FilePath]
  /// The photo that is looked at; `nil` at the beginning.
  public var cursor: FilePath?
  /// Which photos are shown, in the words of the command line.
  public var filter = "all"

  public init(folders: [FilePath]) {
    self.folders = folders.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  public var members: [JSONValue.Member] {
    [
      .init("folders", .array(folders.map { .object($0.members("path")) })),
      .init("cursor", cursor.map { .object($0.members("path")) } ?? .null),
      .init("filter", .string(filter)),
    ]
  }

  public init(line: JSONValue) throws(ConversionError) {
    self.init(folders: (line["folders"]?.elements ?? []).compactMap { FilePath($0, "path") })
    cursor = line["cursor"].flatMap { FilePath($0, "path") }
    filter = line["filter"]?.text ?? "all"
  }
}
