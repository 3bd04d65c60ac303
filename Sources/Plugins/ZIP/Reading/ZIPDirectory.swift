import ArchiveModel
import ConverterCore

/// The entries of an archive, whose contents can be read in any order.
struct ZIPDirectory: EntryDirectory {
  private(set) var entries: [Entry]
  let input: InputFile
  let records: [CentralRecord]
  /// The directory as it is in the file, for names as they are spelt there.
  let bytes: [UInt8]
  let isModulo: Bool
  let passwords: Passwords
  let limits: Limits

  init(
    _ input: InputFile, _ directory: CentralDirectory, entries: [Entry],
    in context: ConversionContext
  ) {
    self.entries = entries
    self.input = input
    records = directory.records
    bytes = directory.bytes
    isModulo = directory.isModulo
    passwords = context.reading.passwords
    limits = context.limits
  }

  /// Finds out where symbolic links lead, which is their content; of those whose content cannot be read
  /// it stays unknown.
  mutating func readLinkTargets() {
    var reader: ZIPEntryReader?
    for (position, entry) in entries.enumerated() where entry.kind == .link {
      guard (1...Self.longestTarget).contains(entry.byteCount ?? 0), !entry.isEncrypted,
        entry.fault == nil
      else { continue }
      let current = reader ?? ZIPEntryReader(self)
      reader = current
      entries[position].linkTarget = try? Self.content(of: entry, current)
    }
  }

  private static func content(
    of entry: Entry, _ reader: ZIPEntryReader
  ) throws(ConversionError) -> [UInt8] {
    var content: [UInt8] = []
    let stream = try reader.open(entry)
    while let piece = try stream.next() { content.append(piece) }
    return content
  }

  /// The longest path that the system takes.
  private static let longestTarget = 4095

  func makeReader() throws(ConversionError) -> any EntryReader { ZIPEntryReader(self) }
}
