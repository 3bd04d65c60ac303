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
  private let context: ConversionContext
  private var directory = WrittenDirectory()
  /// Bytes written so far.
  private var offset = 0
  private var large: LargeEntry?

  /// An entry whose blocks are being written.
  private final class LargeEntry {
    let entry: Entry
    var record: EntryRecord
    let encryptor: AESEncryptor?

    init(_ entry: Entry, _ record: EntryRecord, _ encryptor: AESEncryptor?) {
      self.entry = entry
      self.record = record
      self.encryptor = encryptor
    }
  }

  init(
    _ output: OutputFile, _ appearance: EntryAppearance, password: Password?,
    _ admission: Admission, in context: ConversionContext
  ) {
    self.output = output
    self.appearance = appearance
    self.password = password
    self.admission = admission
    self.context = context
  }

  /// Writes what comes next.
  func take(_ part: EntryPart) throws(ConversionError) {
    switch part {
    case .whole(let entry, let content): try write(entry, content)
    case .begin(let entry): try begin(entry)
    case .block(let bytes, let crc, let byteCount): try write(bytes, crc: crc, byteCount: byteCount)
    case .end: try endLarge()
    case .fail(let entry, let error):
      // What was written of it stays, but nothing leads there.
      large = nil
      try admission.leaveOut(entry, error)
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
    record.crc = content.crc
    record.byteCount = content.byteCount
    record.compressedByteCount = content.bytes.count
    try write(record.localHeader)
    try write(content.bytes)
    add(record, entry)
  }

  private func begin(_ entry: Entry) throws(ConversionError) {
    guard var record = try self.record(of: entry) else { return }
    record.method = .deflate
    record.isStreamed = true
    // Compressed it may be a little larger: 5 bytes for each 65,535.
    record.hasLongSizes = entry.byteCount.map { $0 > 0xF000_0000 } ?? true
    let encryptor: AESEncryptor? = if let password { try AESEncryptor(password: password) } else { nil }
    let large = LargeEntry(entry, record, encryptor)
    self.large = large
    try write(record.localHeader)
    if let encryptor {
      large.record.compressedByteCount += encryptor.header.count
      try write(encryptor.header)
    }
  }

  /// Blocks of an entry that was left out when it began have nowhere to go.
  private func write(_ block: [UInt8], crc: UInt32, byteCount: Int) throws(ConversionError) {
    guard let large else { return }
    try write(block, of: large)
    large.record.byteCount += byteCount
    large.record.crc = BlockDeflateHandle.combine(
      large.record.crc, crc, secondByteCount: byteCount)
  }

  private func endLarge() throws(ConversionError) {
    guard let large else { return }
    self.large = nil
    try write(StoredBlocks.end, of: large)
    if let code = large.encryptor?.authenticationCode() {
      large.record.compressedByteCount += code.count
      try write(code)
    }
    let record = large.record
    guard record.hasLongSizes || max(record.byteCount, record.compressedByteCount) < UInt32.max else {
      throw ConversionError(
        .readFailed,
        "\(large.entry.path.printable) turned out to be much larger than it said; was it written to?")
    }
    try write(record.dataDescriptor)
    add(record, large.entry)
  }

  private func write(_ bytes: [UInt8], of large: LargeEntry) throws(ConversionError) {
    large.record.compressedByteCount += bytes.count
    guard let encryptor = large.encryptor else { return try write(bytes) }
    var bytes = bytes
    bytes.withUnsafeMutableBytes { encryptor.encrypt($0) }
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
      try admission.leaveOut(entry, error)
      return nil
    }
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
      context.note("comments", .dropped, why: "some are too long, or their entry's name is not UTF-8")
      return []
    }
    return bytes
  }

  private func accepted(_ comment: String?) -> [UInt8] {
    let bytes = Array((comment ?? "").utf8)
    // A comment that holds the mark of the end would be taken for the end by some readers.
    guard bytes.count <= EntryRecord.maximumTextLength, comment?.contains("PK\u{5}\u{6}") != true else {
      context.note("comment", .dropped, why: "it is too long, or looks like the end of an archive")
      return []
    }
    return bytes
  }
}
