import ArchiveModel
import ConverterCore

/// How entries look in the archive: names, times, permissions, comments.
struct EntryAppearance {
  private let isReproducible: Bool

  init(_ options: ZIPWriterOptions) {
    isReproducible = options.isReproducible
  }

  /// - Throws: `unsupportedContent` for a name longer than ZIP can say.
  func record(of entry: Entry) throws(ConversionError) -> EntryRecord {
    let name = entry.path.bytes + (entry.kind == .folder ? [UInt8(ascii: "/")] : [])
    guard name.count <= EntryRecord.maximumTextLength else {
      throw ConversionError(
        .unsupportedContent,
        "its name has \(name.count) bytes, and ZIP can keep \(EntryRecord.maximumTextLength)")
    }
    var record = EntryRecord(name: name, mode: mode(of: entry))
    if let modified = entry.modified, !isReproducible {
      record.time = DOSTime(modified)
      if !modified.isWallClock { record.modified = Int32(exactly: modified.seconds) }
    }
    return record
  }

  /// Type and permissions as Unix keeps them (`st_mode`).
  private func mode(of entry: Entry) -> UInt16 {
    switch entry.kind {
    case .folder: EntryRecord.folder | permissions(of: entry, usual: 0o755)
    case .link: EntryRecord.link | 0o777
    case .file, .hardLink, .device: EntryRecord.file | permissions(of: entry, usual: 0o644)
    }
  }

  private func permissions(of entry: Entry, usual: UInt16) -> UInt16 {
    guard let permissions = entry.permissions else { return usual }
    guard isReproducible else { return permissions & 0o7777 }
    return entry.kind == .folder || permissions & 0o111 != 0 ? 0o755 : 0o644
  }
}
