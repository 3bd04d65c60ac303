import ConverterCore
public import Scanning

/// A page of a document: what it was made of, what was found in that, what the user changed, and the files that were made
/// of it.
public struct DocumentPage: Sendable, Equatable {
  /// Its identifier in the document, the page that was found, and the user's changes. The name of the source is that of a
  /// file in the folder `originals`.
  public package(set) var scan: ScanSession.Entry
  /// What the file was called that the original is a copy of.
  public package(set) var importedName: String
  /// The page as it looks, a file in the folder `pages`; `nil` where it has to be made.
  public package(set) var picture: String?
  /// The words of the page, a file in the folder `text`; `nil` where they were not recognised.
  public package(set) var text: String?
  /// What the user has written in the place of the recognised words; `nil` where these hold. It stays where the words are
  /// recognised again, and goes with the photo.
  public package(set) var correction: String?
  /// Members of a later version.
  let unknown: [JSONValue.Member]

  package init(_ scan: ScanSession.Entry, importedName: String) {
    (self.scan, self.importedName, unknown) = (scan, importedName, [])
  }

  public var id: Int { scan.id }

  /// The file in `originals`.
  public var original: String { scan.source.name }
}

/// A page in `metadata.json`.
extension DocumentPage {
  private static let ownMembers = ["importedName", "picture", "text"]
  /// There only where the user has corrected something.
  private static let correctionMember = "correction"
  /// The most bytes of a name.
  private static let longestName = 4096
  /// The most bytes of a correction.
  static let longestCorrection = 1 << 20

  var record: JSONValue {
    .object(
      (scan.record.members ?? []) + [
        .init("importedName", .string(importedName)),
        .init("picture", picture.map { .string($0) } ?? .null),
        .init("text", text.map { .string($0) } ?? .null),
      ] + (correction.map { [.init(Self.correctionMember, .string($0))] } ?? []) + unknown)
  }

  init(record: JSONValue, _ place: String) throws(ConversionError) {
    let object = try StoredObject(
      record, place, members: ScanSession.Entry.members + Self.ownMembers, keepsUnknown: true)
    scan = try ScanSession.Entry(record: record, place, keepsUnknown: true)
    guard StoredName(scan.source.name) != nil else {
      throw StoredObject.damaged(place, "its original is named \"\(scan.source.name.printable)\"")
    }
    importedName = try object.text("importedName", most: Self.longestName)
    picture = try object.optional("picture", Self.fileName)
    text = try object.optional("text", Self.fileName)
    correction = try object.optional(Self.correctionMember) { (o, n) throws(ConversionError) in
      try o.textOrNothing(n, most: Self.longestCorrection)
    }
    unknown = object.unknown.filter { $0.key != Self.correctionMember }
  }

  private static func fileName(
    _ object: StoredObject, _ member: String
  ) throws(ConversionError) -> String {
    let name = try object.text(member, most: longestName)
    guard StoredName(name) != nil else {
      throw object.impossible(member, "the name of a file such as 001.jpg")
    }
    return name
  }
}
