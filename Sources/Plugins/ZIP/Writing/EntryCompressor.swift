import ArchiveModel
import ConverterCore
import Deflate

/// Does the jobs of one thread.
final class EntryCompressor {
  /// Contents of up to this many bytes are compressed as a whole; larger ones in blocks of this length.
  static let wholeLimit = 1 << 20

  private let level: Int
  private let password: Password?
  private let directory: (any EntryDirectory)?
  private var reader: (any EntryReader)?
  private let budget: ExpansionBudget
  /// Also computes checksums where nothing is compressed.
  private let deflate: DeflateHandle
  /// Guesses whether compression is worth its time.
  private let probe: DeflateHandle
  /// Made for the first block: many archives have none.
  private var blockDeflate: BlockDeflateHandle?
  /// Where compressed bytes go before their number is known.
  private let room: ByteBuffer

  /// - Parameter directory: of the entries in jobs that leave reading to the thread.
  init(
    level: Int, password: Password?, reading directory: (any EntryDirectory)?,
    _ budget: ExpansionBudget
  ) throws(ConversionError) {
    self.level = level
    self.password = password
    self.directory = directory
    self.budget = budget
    deflate = try DeflateHandle(level: max(level, 1))
    probe = try DeflateHandle(level: 1)
    room = ByteBuffer(capacity: deflate.bound(Self.wholeLimit))
  }

  func perform(_ job: EntryJob) -> EntryPart {
    switch job {
    case .read(let entry, let source):
      do throws(ConversionError) {
        return .whole(entry, try pack(try content(of: entry, source), of: entry))
      } catch {
        // What a failed entry left in the reader is not handed to the next one.
        reader = nil
        return .fail(entry, error)
      }
    case .compress(let entry, let bytes):
      do throws(ConversionError) {
        return .whole(entry, try pack(bytes, of: entry))
      } catch {
        return .fail(entry, error)
      }
    case .block(let bytes, let dictionary):
      do throws(ConversionError) {
        return .block(try pack(bytes, after: dictionary), content: knowledge(of: bytes))
      } catch {
        return .stop(error)
      }
    case .copy(let bytes): return .block(bytes, content: knowledge(of: bytes))
    case .begin(let entry, let known): return .begin(entry, known)
    case .end: return .end
    case .fail(let entry, let error): return .fail(entry, error)
    case .stop(let error): return .stop(error)
    }
  }

  private func content(of entry: Entry, _ source: Entry) throws(ConversionError) -> [UInt8] {
    switch entry.kind {
    case .folder: return []
    case .device: throw .device
    case .link: if let target = source.linkTarget { return target }
    case .file, .hardLink: break
    }
    if reader == nil { reader = try directory?.makeReader() }
    guard let reader else { return [] }
    try budget.check(source)
    let blocks = BlockReader(budget.counting(try reader.open(source), of: source))
    // Only what grows while it is read is larger than it said.
    let bytes = try blocks.read(2 * Self.wholeLimit)
    guard try blocks.hasEnded() else {
      throw ConversionError(.readFailed, "grew while it was read; try again when it is at rest")
    }
    return bytes
  }

  /// The whole content of an entry, encrypted where that was asked for.
  private func pack(_ bytes: [UInt8], of entry: Entry) throws(ConversionError) -> PackedContent {
    if entry.kind == .link { try check(target: bytes, of: entry) }
    var packed = PackedContent(bytes: bytes, method: .store, content: knowledge(of: bytes))
    if entry.isFile, let smaller = compress(bytes) {
      packed.bytes = smaller
      packed.method = .deflate
    }
    if let password, entry.kind != .folder {
      let encryptor = try AESEncryptor(password: password)
      var bytes = packed.bytes.mutableSpan
      encryptor.encrypt(&bytes)
      packed.bytes.insert(contentsOf: encryptor.header, at: 0)
      packed.bytes += encryptor.authenticationCode()
    }
    return packed
  }

  /// A target that is the link's content is first seen here.
  private func check(target: [UInt8], of entry: Entry) throws(ConversionError) {
    guard target.count <= Self.maximumTargetLength else {
      throw ConversionError(
        .unsafeEntry, "has a target of more than \(Self.maximumTargetLength) bytes")
    }
    try LinkTarget.check(target, of: entry.path)
  }

  /// What systems can follow (PATH_MAX without its null byte).
  private static let maximumTargetLength = 4095

  private func knowledge(of bytes: [UInt8]) -> KnownContent {
    KnownContent(crc: deflate.crc32(bytes.span), byteCount: bytes.count)
  }

  /// The content compressed; `nil` where that is not smaller.
  private func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard level > 0, !bytes.isEmpty else { return nil }
    guard !looksIncompressible(bytes.span) else { return nil }
    let room = room
    room.removeAll()
    let count = room.append(upTo: deflate.bound(bytes.count)) { room in
      deflate.compress(bytes.span, into: &room) ?? 0
    }
    return count > 0 && count < bytes.count ? room.span.array : nil
  }

  /// A block compressed, or as it is where that is not smaller.
  private func pack(
    _ bytes: [UInt8], after dictionary: [UInt8]
  ) throws(ConversionError) -> [UInt8] {
    guard level > 0 else { return StoredBlocks.pack(bytes) }
    if blockDeflate == nil { blockDeflate = try BlockDeflateHandle(level: level) }
    guard !looksIncompressible(bytes.span) else { return StoredBlocks.pack(bytes) }
    let room = room
    room.removeAll()
    let count = room.append(upTo: room.capacity) { room in
      blockDeflate?.compress(bytes.span, after: dictionary.span, into: &room) ?? 0
    }
    return count > 0 && count < bytes.count ? room.span.array : StoredBlocks.pack(bytes)
  }

  /// Whether pictures, films and archives, compressed already, should not be compressed in vain.
  ///
  /// Three samples take 2 % of the time that compressing does.
  private func looksIncompressible(_ bytes: Span<UInt8>) -> Bool {
    let length = 1 << 14
    guard bytes.count >= 8 * length else { return false }
    return [0, (bytes.count - length) / 2, bytes.count - length].allSatisfy { start in
      room.removeAll()
      let count = room.append(upTo: room.capacity) { room in
        probe.compress(bytes[start..<start + length], into: &room) ?? 0
      }
      return count == 0 || count > length - length / 200
    }
  }
}
