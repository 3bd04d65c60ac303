import ArchiveModel
import ConverterCore

extension CentralDirectory {
  /// The entries as everybody else sees them.
  func entries(named names: EntryNames) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveLargePages(records.count)
    for (index, record) in records.enumerated() {
      entries.append(entry(index, record, bytes.span, names))
    }
    return entries
  }

  private func entry(
    _ index: Int, _ record: CentralRecord, _ bytes: Span<UInt8>, _ names: EntryNames
  ) -> Entry {
    let (path, endsWithSlash) = names.path(of: record, in: bytes)
    let attributes = FileAttributes(record, endsWithSlash: endsWithSlash)
    var entry = Entry(
      index: index, path: path, kind: attributes.kind, byteCount: record.byteCount,
      compressedByteCount: record.compressedByteCount, modified: record.modified(in: bytes),
      permissions: attributes.permissions, method: CompressionMethod.word(record.method),
      isEncrypted: record.flags.contains(.encrypted))
    if record.commentByteCount > 0 {
      let unicode = record.unicodeComment(in: bytes)
      entry.comment = names.text(
        bytes.extracting(unicode ?? record.comment).array,
        isUTF8: unicode != nil || record.flags.contains(.utf8))
    }
    if isModulo && record.compressedByteCount > 1 << 32 && record.method != 0 {
      entry.byteCount = nil
    }
    if let fault = faults[index] { entry.fault = EntryErrors(path: path).naming(fault) }
    return entry
  }
}

/// What the attributes of an entry say.
struct FileAttributes {
  let kind: Entry.Kind
  let permissions: UInt16?

  init(_ record: CentralRecord, endsWithSlash: Bool) {
    let mode = Host.isUnix(record.host) ? UInt16(record.attributes >> 16) : 0
    let named: Entry.Kind = endsWithSlash ? .folder : .file
    switch mode & 0o170000 {
    case 0o040000: kind = .folder
    case 0o120000: kind = .link
    case 0o020000, 0o060000, 0o140000: kind = .device
    // A pipe: what `zip` read from standard input, or from a pipe in place of its name.
    case 0o010000: kind = .file
    case 0 where record.attributes & 0x10 != 0 && record.byteCount == 0: kind = .folder
    default: kind = named
    }
    if mode != 0 {
      permissions = mode & 0o7777
    } else if !Host.isUnix(record.host) && record.attributes & 1 != 0 {
      // The one permission that DOS knows: whether it may be written.
      permissions = kind == .folder ? 0o555 : 0o444
    } else {
      permissions = nil
    }
  }
}
