import ArchiveModel
import ConverterCore

/// The archive as it is written, from its first byte to its last.
final class ArchiveOutput {
  /// Whether an entry of the source was encrypted, and whether one is now.
  private(set) var hadEncryption = false
  private(set) var isEncrypted = false

  private let output: OutputFile
  private let appearance: EntryAppearance
  private let password: Password?
  private let admission: Admission
  private let budget: ExpansionBudget
  private let context: ConversionContext
  private var directory = WrittenDirectory()
  /// Bytes written so far.
  private var offset = 0
  private var large: LargeEntry?

  /// An entry whose blocks are being written.
  private final class LargeEntry {
    let entry: Entry
    let record: EntryRecord
    let encryptor: AESEncryptor?
    /// What has been written so far.
    var content = KnownContent()
    var compressedByteCount = 0

    init(_ entry: Entry, _ record: EntryRecord, _ encryptor: AESEncryptor?) {
      self.entry = entry
      self.record = record
      self.encryptor = encryptor
    }

    /// Whether the sizes fit where the local header said that they would.
    var fits: Bool {
      record.hasLongSizes || max(content.byteCount, compressedByteCount) < UInt32.max
    }
  }

  init(
    _ output: OutputFile, _ appearance: EntryAppearance, password: Password?,
    _ admission: Admission, _ budget: ExpansionBudget, in context: ConversionContext
  ) {
    self.output = output
    self.appearance = appearance
    self.password = password
    self.admission = admission
    self.budget = budget
    self.context = context
  }

  /// Writes what comes next.
  func take(_ part: EntryPart) throws(ConversionError) {
    switch part {
    case .whole(let entry, let content): try write(entry, content)
    case .begin(let entry, let known): try begin(entry, known)
    case .block(let bytes, let content): try write(bytes, content)
    case .end: try endLarge()
    case .fail(let entry, let error):
      // What was written of it stays, but nothing leads there.
      large = nil
      try leaveOut(entry, error)
    case .stop(let error): throw error
    }
  }

  /// Writes what stands behind the last entry.
  func finish(comment: String?) throws(ConversionError) {
    try write(directory.closed(at: offset, comment: accepted(comment)))
  }

  private func write(_ entry: Entry, _ content: PackedContent) throws(ConversionError) {
    guard var record = try self.record(of: entry) else { return }
    record.method = content.method
    record.content = content.content
    record.compressedByteCount = content.bytes.count
    try write(record.localHeader)
    try write(content.bytes)
    add(record, entry)
  }

  private func begin(_ entry: Entry, _ known: KnownContent?) throws(ConversionError) {
    guard var record = try self.record(of: entry) else { return }
    let encryptor: AESEncryptor? =
      if let password { try AESEncryptor(password: password) } else { nil }
    if let known {
      record.content = known
      record.compressedByteCount = known.byteCount + (encryptor == nil ? 0 : AESEncryptor.overhead)
      record.hasLongSizes = record.compressedByteCount >= UInt32.max
    } else {
      record.method = .deflate
      record.isStreamed = true
      // Compressed it may be a little larger: 5 bytes for each 65,535.
      record.hasLongSizes = entry.byteCount.map { $0 > 0xF000_0000 } ?? true
    }
    let large = LargeEntry(entry, record, encryptor)
    self.large = large
    try write(record.localHeader)
    if let header = encryptor?.header {
      large.compressedByteCount += header.count
      try write(header)
    }
  }

  /// Blocks of an entry that was left out when it began have nowhere to go.
  private func write(_ block: [UInt8], _ content: KnownContent) throws(ConversionError) {
    guard let large else { return }
    try write(block, of: large)
    large.content.append(content)
  }

  private func endLarge() throws(ConversionError) {
    guard let large else { return }
    self.large = nil
    if large.record.method == .deflate { try write(StoredBlocks.end, of: large) }
    if let code = large.encryptor?.authenticationCode() {
      large.compressedByteCount += code.count
      try write(code)
    }
    var record = large.record
    guard record.isStreamed ? large.fits : large.content == record.content else {
      return try leaveOut(
        large.entry, ConversionError(.readFailed, "was changed while it was read"))
    }
    if record.isStreamed {
      record.content = large.content
      record.compressedByteCount = large.compressedByteCount
      try write(record.dataDescriptor)
    }
    add(record, large.entry)
  }

  private func write(_ bytes: [UInt8], of large: LargeEntry) throws(ConversionError) {
    large.compressedByteCount += bytes.count
    guard let encryptor = large.encryptor else { return try write(bytes) }
    var bytes = bytes
    var span = bytes.mutableSpan
    encryptor.encrypt(&span)
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws(ConversionError) {
    try output.write(bytes)
    offset += bytes.count
  }

  /// The record of an entry that begins here; `nil` if it is left out.
  private func record(of entry: Entry) throws(ConversionError) -> EntryRecord? {
    do throws(ConversionError) {
      var record = try appearance.record(of: entry)
      record.offset = offset
      record.isEncrypted = password != nil && entry.kind != .folder
      record.comment = accepted(entry.comment, of: record)
      return record
    } catch {
      try leaveOut(entry, error)
      return nil
    }
  }

  /// Goes on without an entry where the user wants that, and the next one would not fail in the same way.
  private func leaveOut(_ entry: Entry, _ error: ConversionError) throws(ConversionError) {
    if error.code == .limitExceeded {
      guard !budget.isExhausted else { throw error }
      // Where the time is up, this throws.
      try context.checkpoint()
    }
    try admission.leaveOut(entry, error)
  }

  private func add(_ record: EntryRecord, _ entry: Entry) {
    if entry.isEncrypted { hadEncryption = true }
    if record.isEncrypted { isEncrypted = true }
    directory.add(record)
  }

  private func accepted(_ comment: String?, of record: EntryRecord) -> [UInt8] {
    let bytes = Array((comment ?? "").utf8)
    // One flag says of both, name and comment, that they are UTF-8.
    guard bytes.count <= EntryRecord.maximumTextLength,
      record.isUTF8 || bytes.allSatisfy({ $0 < 0x80 })
    else {
      context.note(
        "comments", .dropped, why: "some are too long, or their entry's name is not UTF-8")
      return []
    }
    return bytes
  }

  private func accepted(_ comment: String?) -> [UInt8] {
    let bytes = Array((comment ?? "").utf8)
    // A comment that holds the mark of the end would be taken for the end by some readers.
    guard bytes.count <= EntryRecord.maximumTextLength, comment?.contains("PK\u{5}\u{6}") != true
    else {
      context.note("comment", .dropped, why: "it is too long, or looks like the end of an archive")
      return []
    }
    return bytes
  }
}
