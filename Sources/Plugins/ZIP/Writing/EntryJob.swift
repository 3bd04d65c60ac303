import ArchiveModel
import ConverterCore

/// A piece of work that one thread does; the results are written in the order of the jobs.
enum EntryJob: Sendable {
  /// An entry whose content, that of `source`, the thread reads itself.
  case read(Entry, source: Entry)
  /// An entry whose whole content is here.
  case compress(Entry, [UInt8])
  /// What follows are blocks of this entry.
  case begin(Entry)
  /// A part of the entry that began, and up to 32 KiB that stand before it.
  case block([UInt8], dictionary: [UInt8])
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
    case .compress(_, let bytes): bytes.count + Self.overhead
    case .block(let bytes, let dictionary): bytes.count + dictionary.count + Self.overhead
    case .begin, .end, .fail, .stop: Self.overhead
    }
  }

  static let overhead = 1024
}

/// What became of a job.
enum EntryPart: Sendable {
  case whole(Entry, PackedContent)
  case begin(Entry)
  /// Compressed bytes of `byteCount` bytes with this CRC-32.
  case block([UInt8], crc: UInt32, byteCount: Int)
  case end
  case fail(Entry, ConversionError)
  case stop(ConversionError)

  /// Bytes of memory that the part keeps, about.
  var cost: Int {
    switch self {
    case .whole(_, let content): content.bytes.count + EntryJob.overhead
    case .block(let bytes, _, _): bytes.count + EntryJob.overhead
    case .begin, .end, .fail, .stop: EntryJob.overhead
    }
  }
}

/// The content of an entry as it stands in the archive.
struct PackedContent: Sendable {
  /// With the header and the code of encryption.
  var bytes: [UInt8]
  var method: PackingMethod
  var crc: UInt32
  /// As it was before.
  var byteCount: Int
}

/// How contents are written (APPNOTE 4.4.5).
enum PackingMethod: UInt16, Sendable {
  case store = 0
  case deflate = 8
}

/// Where jobs come from, in the order of the archive.
///
/// It is used by one thread at a time, though not always by the same.
protocol JobSource: AnyObject {
  /// How much has been handed out, 0…1.
  var fraction: Double { get }

  /// - Throws: what ends the whole conversion.
  func next() throws(ConversionError) -> EntryJob?
}
