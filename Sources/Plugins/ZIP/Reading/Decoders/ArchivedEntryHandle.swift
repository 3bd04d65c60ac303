internal import CLibArchive
import ConverterCore

/// libarchive at work on one entry.
///
/// It takes archives, not compressed bytes: before these comes the header of an archive that has no other
/// entry. Sizes and checksum are compared by the caller.
@safe final class ArchivedEntryHandle {
  private let archive: OpaquePointer
  private let feed: Feed

  /// - Throws: `missingLibrary`; what `pieces` throws.
  init(
    method: UInt16, byteCount: Int, _ pieces: PPMdPieces
  ) throws(ConversionError) {
    try SystemLibrary.libarchive.open()
    guard let archive = unsafe archive_read_new() else { throw pieces.errors.memory }
    unsafe self.archive = unsafe archive
    feed = Feed(
      pieces, header: Self.header(method, byteCount, compressedByteCount: pieces.remaining))
    unsafe archive_read_support_format_zip_streamable(archive)
    unsafe archive_read_set_format_option(archive, "zip", "ignorecrc32", "1")
    unsafe archive_read_set_callback_data(archive, Unmanaged.passUnretained(feed).toOpaque())
    unsafe archive_read_set_read_callback(archive) { _, data, bytes in
      guard let data = unsafe data, let bytes = unsafe bytes else { return Int(ARCHIVE_FATAL) }
      return unsafe Unmanaged<Feed>.fromOpaque(data).takeUnretainedValue().read(&bytes.pointee)
    }
    var entry: OpaquePointer?
    guard unsafe archive_read_open1(archive) == ARCHIVE_OK,
      unsafe archive_read_next_header(archive, &entry) == ARCHIVE_OK
    else { throw failure }
  }

  deinit { unsafe archive_read_free(archive) }

  /// The next run of the content, valid until the next call; `nil` after the last.
  @_lifetime(borrow self)
  func nextBlock() throws(ConversionError) -> Span<UInt8>? {
    // An empty run is no end, but thousands are no progress.
    for _ in 0..<10_000 {
      var start: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let status = unsafe archive_read_data_block(archive, &start, &count, &offset)
      if status == ARCHIVE_EOF { return nil }
      guard status == ARCHIVE_OK, feed.failure == nil else { throw failure }
      guard count > 0 else { continue }
      let block = unsafe UnsafeRawBufferPointer(start: start, count: count)
      // The library keeps the block until it is asked for the next.
      return unsafe _overrideLifetime(Span(borrowing: block), borrowing: self)
    }
    throw failure
  }

  private var failure: ConversionError {
    feed.failure ?? feed.pieces.errors.damaged("its compressed bytes are damaged, or end too early")
  }

  /// The header of the entry (APPNOTE 4.3.7), with its sizes in the field for large ones.
  private static func header(
    _ method: UInt16, _ byteCount: Int, compressedByteCount: Int
  ) -> [UInt8] {
    var header: [UInt8] = []
    header.append(littleEndian: UInt32(Signature.localHeader))
    header.append(littleEndian: UInt16(45))
    header.append(littleEndian: UInt16(0))
    header.append(littleEndian: method)
    header.append(littleEndian: UInt32(0))
    header.append(littleEndian: UInt32(0))
    header.append(littleEndian: UInt32.max)
    header.append(littleEndian: UInt32.max)
    header.append(littleEndian: UInt16(1))
    header.append(littleEndian: UInt16(20))
    header.append(UInt8(ascii: "a"))
    header.append(littleEndian: ExtraFields.Identifier.zip64)
    header.append(littleEndian: UInt16(16))
    header.append(littleEndian: UInt64(byteCount))
    header.append(littleEndian: UInt64(compressedByteCount))
    return header
  }
}

/// What libarchive's callback reads from. It never throws into C, but keeps its error.
@safe private final class Feed {
  let pieces: PPMdPieces
  private(set) var failure: ConversionError?
  /// At a place of its own, for libarchive reads it until it asks for what follows.
  private let header: UnsafeMutableRawBufferPointer
  private var isAtStart = true

  init(_ pieces: PPMdPieces, header: [UInt8]) {
    self.pieces = pieces
    unsafe self.header = .allocate(byteCount: header.count, alignment: 1)
    unsafe self.header.copyBytes(from: header)
  }

  deinit { unsafe header.deallocate() }

  func read(_ start: inout UnsafeRawPointer?) -> Int {
    if isAtStart {
      isAtStart = false
      unsafe start = unsafe UnsafeRawPointer(header.baseAddress)
      return unsafe header.count
    }
    guard failure == nil else { return Int(ARCHIVE_FATAL) }
    do throws(ConversionError) {
      guard let source = try pieces.next() else { return 0 }
      // The source keeps the piece until the library asks for the next.
      unsafe start = unsafe source.piece.withUnsafeBytes { $0.baseAddress }
      return source.piece.count
    } catch {
      failure = error
      return Int(ARCHIVE_FATAL)
    }
  }
}

extension SystemLibrary {
  static let libarchive = unsafe SystemLibrary(
    "libarchive", package: "libarchive13", opening: { unsafe fairy_libarchive_open() })
}
