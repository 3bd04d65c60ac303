internal import ConverterCore

/// Of a picture whose pixels stay as they are stored.
extension MetadataPass {
  /// Whether all that the file has beside its pixels stays, to the byte.
  var staysWhole: Bool { facts.staysAsStored && policy == .keep }

  static let asStored = "pixels stay as they are stored, and so does what turns them upright"

  /// The size of the pixels in the file.
  var writtenSize: (width: Int, height: Int) {
    facts.staysAsStored && facts.storedOrientation.swapsSides
      ? (facts.height, facts.width) : (facts.width, facts.height)
  }

  /// An entry for each thing that a file has beside its pixels.
  static func keptWhole(of facts: PictureFacts) -> [LedgerEntry] {
    let metadata = facts.metadata
    let exif = metadata.exif.map { Exif.contents(of: $0) } ?? Exif.Contents()
    let properties = metadata.xmp.flatMap { XMP.properties(of: $0) }
    let hasThumbnail =
      exif.hasThumbnail || facts.companions.contains { $0.kind == .thumbnail }
    var ledger = Ledger()
    if facts.storedOrientation != .upright { ledger.note("orientation", .kept, asStored) }
    if metadata.exif != nil { ledger.note("exif", .kept) }
    if metadata.xmp != nil { ledger.note("xmp", .kept) }
    if exif.hasPlace || properties.map({ XMP.hasPlace($0) }) ?? false { ledger.note("gps", .kept) }
    if hasThumbnail { ledger.note("thumbnail", .kept) }
    if metadata.iptc != nil { ledger.note("iptc", .kept) }
    if !metadata.texts.isEmpty { ledger.note("texts", .kept) }
    if metadata.dotsPerInch != nil { ledger.note("density", .kept) }
    return ledger.entries
  }
}

extension Exif {
  /// A stream that says how a picture is turned, and nothing else.
  static func only(_ orientation: Orientation) -> [UInt8] {
    let field = Builder.Field(
      tag: Tag.orientation, type: .short, count: 1, value: [0, UInt8(orientation.rawValue)])
    return Builder(bigEndian: true).stream(primary: [field], exif: [])
  }
}
