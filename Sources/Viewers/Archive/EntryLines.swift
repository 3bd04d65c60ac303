import ArchiveModel
internal import ConverterCore

/// Entries for scripts, each a JSON object on a line.
struct EntryLines {
  private var lines: LineBuffer

  init(_ page: any Page) {
    lines = LineBuffer(page)
  }

  mutating func show(_ archive: Archive, in context: ConversionContext) throws(ConversionError) {
    do throws(ConversionError) {
      try archive.forEachListed(in: context) { (entry) throws(ConversionError) in
        add(entry)
        return try lines.endLine()
      }
    } catch {
      // What was found before the error is shown as well.
      try lines.flush()
      throw error
    }
    try lines.flush()
  }

  private mutating func add(_ entry: Entry) {
    lines.add("{\"path\":")
    if !lines.add(json: entry.path.bytes) {
      lines.add(",\"pathHex\":\"")
      lines.add(hexadecimal: entry.path.bytes)
      lines.add("\"")
    }
    switch entry.kind {
    case .file: lines.add(",\"kind\":\"file\",\"bytes\":")
    case .folder: lines.add(",\"kind\":\"folder\",\"bytes\":")
    default:
      lines.add(",\"kind\":\"")
      lines.add(text: entry.kind.rawValue)
      lines.add("\",\"bytes\":")
    }
    add(entry.byteCount)
    lines.add(",\"compressedBytes\":")
    add(entry.compressedByteCount)
    lines.add(",\"modified\":")
    add(entry.modified)
    lines.add(",\"method\":")
    lines.add(json: entry.method)
    if entry.isEncrypted {
      lines.add(",\"encrypted\":true")
    } else {
      lines.add(",\"encrypted\":false")
    }
    addExtras(of: entry)
    lines.add("}")
  }

  /// What applies to few entries.
  private mutating func addExtras(of entry: Entry) {
    if let target = entry.linkTarget {
      lines.add(",\"linkTarget\":")
      lines.add(json: target)
    }
    if entry.isUnsafe, let danger = entry.danger {
      lines.add(",\"unsafe\":")
      lines.add(json: danger)
    }
    if let comment = entry.comment, !comment.isEmpty {
      lines.add(",\"comment\":")
      lines.add(json: comment)
    }
  }

  private mutating func add(_ number: Int?) {
    if let number { lines.add(number: number) } else { lines.add("null") }
  }

  private mutating func add(_ time: Timestamp?) {
    if let time { lines.add(json: time) } else { lines.add("null") }
  }
}
