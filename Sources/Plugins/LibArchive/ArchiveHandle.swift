internal import CLibArchive
import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An archive that libarchive reads, with nothing enabled but what is asked for.
///
/// The bytes come through callbacks, which never throw into C: they keep their error, and whoever called
/// libarchive throws it instead of libarchive's own.
@safe struct ArchiveHandle: ~Copyable {
  private let archive: OpaquePointer
  private let feed: Feed
  private var entry: OpaquePointer?
  /// The run of content that libarchive gave last, which it keeps until it is asked for anything else.
  private var run = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// Where the content ended, once all of it was read: behind a hole, if it ends with one.
  private(set) var endOffset = 0

  /// An archive of a format, which is not compressed around.
  ///
  /// - Throws: `missingLibrary`; `damagedInput` when the bytes do not begin as such an archive.
  static func open(
    _ format: ArchiveFormat, from source: any ByteSource
  ) throws(ConversionError) -> ArchiveHandle {
    let handle = try ArchiveHandle(source)
    try unsafe enable(format, in: handle.archive)
    try handle.open()
    return handle
  }

  /// A compressed file as the single content of an archive.
  static func open(
    _ filter: Filter, from source: any ByteSource
  ) throws(ConversionError) -> ArchiveHandle {
    let handle = try ArchiveHandle(source)
    try unsafe enable(filter, in: handle.archive)
    try handle.open()
    // A file that the filter does not recognise would come out as it is.
    guard unsafe archive_filter_count(handle.archive) == 2 else {
      throw ConversionError(
        .damagedInput, "the \(filter.name) data is damaged: it does not begin as such data does")
    }
    return handle
  }

  private init(_ source: any ByteSource) throws(ConversionError) {
    try SystemLibrary.libarchive.open()
    guard let archive = unsafe archive_read_new() else { throw .archiveMemory }
    unsafe self.archive = unsafe archive
    feed = Feed(source)
  }

  private func open() throws(ConversionError) {
    unsafe feed.connect(to: archive)
    let status = Self.withUTF8Locale { unsafe archive_read_open1(archive) }
    try feed.rethrow()
    // Asked about encryption now, libarchive would look into a format that it has not found.
    guard status == ARCHIVE_OK else { throw failure(isEncrypted: false) }
  }

  deinit { unsafe archive_read_free(archive) }

  /// Goes to the next entry, past what is left of the content of this one; `false` after the last.
  mutating func nextHeader() throws(ConversionError) -> Bool {
    // libarchive takes what is left in there for the reason why a name could not be converted.
    errno = 0
    unsafe run = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    let status = Self.withUTF8Locale { unsafe archive_read_next_header(archive, &entry) }
    try feed.rethrow()
    switch status {
    case ARCHIVE_OK: return true
    case ARCHIVE_WARN where isAboutConversion: return true
    case ARCHIVE_EOF: return false
    default: throw unsafe failure(isEncrypted: archive_read_has_encrypted_entries(archive) > 0)
    }
  }

  /// The run of content that ``nextBlock()`` went to.
  var block: Span<UInt8> {
    @_lifetime(borrow self) get { unsafe _overrideLifetime(Span(borrowing: run), borrowing: self) }
  }

  /// Goes on to the next run of the content of the entry.
  ///
  /// - Returns: its place in the file; `nil` after the last.
  mutating func nextBlock() throws(ConversionError) -> Int? {
    unsafe run = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    // An empty run is no end, but thousands are no progress.
    for _ in 0..<10_000 {
      var start: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let status = unsafe archive_read_data_block(archive, &start, &count, &offset)
      try feed.rethrow()
      if status == ARCHIVE_EOF {
        endOffset = Int(offset)
        return nil
      }
      // Contents with a wrong checksum are a warning to libarchive.
      guard status == ARCHIVE_OK else {
        throw unsafe failure(isEncrypted: archive_read_has_encrypted_entries(archive) > 0)
      }
      if count > 0 {
        unsafe run = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return Int(offset)
      }
    }
    throw ConversionError(.damagedInput, "the archive is damaged: a content makes no progress")
  }

  /// How many bytes of the source libarchive has used; what it has taken beyond that, it only looked at.
  var position: Int { unsafe Int(archive_filter_bytes(archive, 0)) }

  /// Where the headers of the entry began.
  var headerPosition: Int { unsafe Int(archive_read_header_position(archive)) }

  /// What is known of the entry that ``nextHeader()`` went to.
  func facts(_ format: ArchiveFormat) -> EntryFacts? {
    unsafe entry.map { unsafe Self.facts(of: $0, in: archive, format) }
  }

  /// Whether a warning says that a name is not in the encoding that it should be in; it is given as it is.
  private var isAboutConversion: Bool { message.contains("converted from") }

  private var message: String {
    unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? ""
  }

  private func failure(isEncrypted: Bool) -> ConversionError {
    unsafe .libarchive(
      message, isMemory: archive_errno(archive) == ENOMEM, isEncrypted: isEncrypted)
  }

  private static func withUTF8Locale<Result>(_ body: () -> Result) -> Result {
    let previous = unsafe fairy_locale_enter_utf8()
    defer { unsafe fairy_locale_restore(previous) }
    return body()
  }
}

extension SystemLibrary {
  static let libarchive = unsafe SystemLibrary(
    "libarchive", package: "libarchive13", opening: { unsafe fairy_libarchive_open() })
}
