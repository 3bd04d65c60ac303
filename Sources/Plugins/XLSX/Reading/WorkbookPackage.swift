import ArchiveModel
import ConverterCore
import Markup

/// The files in a workbook, which is a ZIP archive (ECMA-376 part 2).
struct WorkbookPackage: Sendable {
  private let archive: Archive
  /// The paths of all parts by their names, which are compared without the case of ASCII letters.
  private let paths: [String: [UInt8]]

  private static let pieceSize = 1 << 16

  init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    let reader = context.registry.reader(for: "public.zip-archive")
    guard let reader = reader as? any Reader<Archive> else {
      throw ConversionError(.internalError, "no plugin reads the ZIP archive that a workbook is")
    }
    let archive = try reader.read(
      input, type: "public.zip-archive", in: ReadingContext(context))
    let directory: any EntryDirectory
    switch archive.content {
    case .directory(let known): directory = known
    case .sequence(let sequence):
      throw sequence.fault ?? ConversionError(.internalError, "a ZIP archive has no directory")
    }
    try context.limits.check(.entries, directory.entries.count, for: "the workbook")
    var paths: [String: [UInt8]] = [:]
    for entry in directory.entries where entry.kind == .file {
      let name = Self.key(String(decoding: entry.path.bytes, as: UTF8.self))
      if paths[name] == nil { paths[name] = entry.path.bytes }
    }
    self.archive = archive
    self.paths = paths
  }

  private static func key(_ name: String) -> String { name.lowercased() }

  func has(_ part: String) -> Bool { paths[Self.key(part)] != nil }

  /// - Throws: `damagedInput` where there is none; what the archive throws.
  func open(_ part: String, in context: ConversionContext) throws(ConversionError) -> InputFile {
    guard let path = paths[Self.key(part)] else {
      throw ConversionError(
        .damagedInput, "the workbook lacks its part \(part.printable)")
    }
    return try archive.file(at: path, in: context)
  }

  /// Goes over a whole part.
  func parse(
    _ part: String, _ events: any MarkupEvents, in context: ConversionContext
  ) throws(ConversionError) {
    let input = try open(part, in: context)
    let parser = try MarkupParserHandle(.xml(of: "workbook"), events)
    var offset = 0
    while offset < input.byteCount {
      try context.checkpoint()
      let piece = try input.read(at: offset, count: Self.pieceSize)
      guard !piece.isEmpty else { break }
      offset += piece.count
      try parser.feed(piece.span)
    }
    try parser.feed(Span(), isLast: true)
  }

  /// Where the relationships of a part lead: targets and kinds by their ids.
  ///
  /// - Parameter part: empty for the package itself.
  func relationships(
    of part: String, in context: ConversionContext
  ) throws(ConversionError) -> [Relationship] {
    let folder = part.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    let name = part.split(separator: "/").last ?? ""
    let source = "\(folder)_rels/\(name).rels"
    guard has(source) else { return [] }
    let events = RelationshipEvents(folder: folder)
    try parse(source, events, in: context)
    return events.relationships
  }
}

/// One part's reference to another.
struct Relationship {
  let id: String
  /// The last word of its type's URI: `worksheet`.
  let kind: String
  /// The name of the part, without a slash before it.
  let target: String
}

private final class RelationshipEvents: MarkupEvents {
  private(set) var relationships: [Relationship] = []
  private let folder: String

  init(folder: String) { self.folder = folder }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    guard name == "Relationship", let id = attributes.text("Id"),
      let type = attributes.text("Type"), let target = attributes.text("Target")
    else { return }
    let kind = type.split(separator: "/").last.map(String.init) ?? ""
    var components: [Substring] = target.hasPrefix("/") ? [] : folder.split(separator: "/")
    for component in target.split(whereSeparator: { $0 == "/" || $0 == "\\" })
    where component != "." {
      if component == ".." { _ = components.popLast() } else { components.append(component) }
    }
    relationships.append(
      Relationship(id: id, kind: kind, target: components.joined(separator: "/")))
  }

  func end(_ name: ElementName) throws(ConversionError) {}
  func text(_ bytes: Span<UInt8>) throws(ConversionError) {}
}
