import ArchiveModel
import ConverterCore

/// A piece of work that one thread does; the results are written in the order of the jobs.
enum EntryJob: Sendable {
  /// An entry whose content, that of `source`, the thread reads itself.
  case read(Entry, source: Entry)
  /// An entry whose whole content is here.
  case compress(Entry, [UInt8])
  /// What follows are blocks of this entry; they are stored where its content is known beforehand.
  case begin(Entry, KnownContent?)
  /// A part of the entry that began, and up to 32 KiB that stand before it.
  case block([UInt8], dictionary: [UInt8])
  /// A part of the entry that began, which is stored.
  case copy([UInt8])
  /// The entry that began is complete.
  case end
  /// The content of an entry, which may have begun, cannot be read.
  case fail(Entry, ConversionError)
  /// The archive cannot be read any further.
  case stop(ConversionError)

  /// Bytes of memory that the job keeps, about.
  var cost: Int {
    switch self {
    case .read(_, let source):
      min(max(source.byteCount ?? 0, 0), EntryCompressor.wholeLimit) + Self.overhead
    case .compress(_, let bytes), .copy(let bytes): bytes.count + Self.overhead
    case .block(let bytes, let dictionary): bytes.count + dictionary.count + Self.overhead
    case .begin, .end, .fail, .stop: Self.overhead
    }
  }

  static let overhead = 1024
}

/// What became of a job.
enum EntryPart: Sendable {
  case whole(Entry, PackedContent)
  case begin(Entry, KnownContent?)
  /// What `content` became.
  case block([UInt8], content: KnownContent)
  case end
  case fail(Entry, ConversionError)
  case stop(ConversionError)

  /// Bytes of memory that the part keeps, about.
  var cost: Int {
    switch self {
    case .whole(_, let content): content.bytes.count + EntryJob.overhead
    case .block(let bytes, _): bytes.count + EntryJob.overhead
    case .begin, .end, .fail, .stop: EntryJob.overhead
    }
  }
}

/// What headers say of a content, or of a part of one.
struct KnownContent: Sendable, Equatable {
  /// CRC-32 (APPNOTE 4.4.7).
  var crc: UInt32 = 0
  var byteCount = 0

  /// Adds what stands behind it.
  mutating func append(_ other: KnownContent) {
    crc = BlockDeflateHandle.combine(crc, other.crc, secondByteCount: other.byteCount)
    byteCount += other.byteCount
  }
}

/// The content of an entry as it stands in the archive.
struct PackedContent: Sendable {
  /// With the header and the code of encryption.
  var bytes: [UInt8]
  var method: PackingMethod
  /// As it was before.
  var content: KnownContent
}

/// How contents are written (APPNOTE 4.4.5).
enum PackingMethod: UInt16, Sendable {
  case store = 0
  case deflate = 8
}
