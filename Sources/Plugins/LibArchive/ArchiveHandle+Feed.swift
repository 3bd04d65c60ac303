internal import CLibArchive
import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ArchiveHandle {
  /// What libarchive's callbacks read from, and what went wrong there.
  final class Feed {
    let source: any ByteSource
    private var failure: ConversionError?

    init(_ source: any ByteSource) {
      self.source = source
    }

    /// Has the archive read from here. The handle keeps the feed for as long as the archive.
    func connect(to archive: OpaquePointer) {
      unsafe archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
      unsafe archive_read_set_read_callback(archive) { _, data, bytes in
        guard let feed = unsafe Feed.at(data), let bytes = unsafe bytes else {
          return Int(ARCHIVE_FATAL)
        }
        return unsafe feed.read(&bytes.pointee)
      }
      guard source is FileSource else { return }
      unsafe archive_read_set_skip_callback(archive) { _, data, count in
        guard let file = unsafe Feed.at(data)?.source as? FileSource else { return 0 }
        return Int64(file.skip(Int(count)))
      }
      unsafe archive_read_set_seek_callback(archive) { _, data, offset, whence in
        guard let file = unsafe Feed.at(data)?.source as? FileSource else {
          return Int64(ARCHIVE_FATAL)
        }
        return file.seek(by: Int(offset), from: whence) ?? Int64(ARCHIVE_FATAL)
      }
    }

    /// Throws what the source threw.
    func rethrow() throws(ConversionError) {
      if let failure { throw failure }
    }

    private static func at(_ data: UnsafeMutableRawPointer?) -> Feed? {
      unsafe data.map { unsafe Unmanaged<Feed>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(_ start: inout UnsafeRawPointer?) -> Int {
      guard failure == nil else { return Int(ARCHIVE_FATAL) }
      do throws(ConversionError) {
        guard try source.advance() else { return 0 }
        let source = source
        // The source keeps the piece until libarchive asks for the next.
        unsafe start = unsafe source.piece.withUnsafeBytes { $0.baseAddress }
        return source.piece.count
      } catch {
        failure = error
        return Int(ARCHIVE_FATAL)
      }
    }
  }
}

extension FileSource {
  /// The new place, or `nil` where that is outside of the file.
  fileprivate func seek(by offset: Int, from whence: Int32) -> Int64? {
    let base: Int
    switch whence {
    case SEEK_SET: base = 0
    case SEEK_CUR: base = consumed
    case SEEK_END: base = byteCount
    default: return nil
    }
    let (place, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, seek(to: place) else { return nil }
    return Int64(place)
  }
}
