import ArchiveModel
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the files of a folder, one at a time, by way of a buffer that they share.
final class FolderEntryReader: EntryReader {
  private let listing: FolderListing
  private var cursor: FolderCursor
  fileprivate let buffer = ByteBuffer(capacity: bufferSize)
  fileprivate static let bufferSize = 256 << 10

  init(_ listing: FolderListing, in root: OpenFolder) {
    self.listing = listing
    cursor = FolderCursor(root)
  }

  func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
    guard listing.entries.indices.contains(entry.index) else {
      throw ConversionError(.internalError, "has no place in the folder")
    }
    // The path that the entry has by now is that in the result.
    let listed = listing.entries[entry.index]
    let (descriptor, status) = try opened(listed.path)
    let stream = FileStream(descriptor, listed.byteCount ?? 0, by: self)
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == listed.byteCount else {
      throw FileStream.changed
    }
    return stream
  }

  private func opened(_ path: EntryPath) throws(ConversionError) -> (FileDescriptor, stat) {
    let name = path.lastComponent
    do throws(Errno) {
      let folder = try cursor.open(path.bytes.dropLast(name.count))
      let file = try folder.open(name, O_RDONLY)
      if let status = file.status { return (file, status) }
      let error = Errno(rawValue: errno)
      try? file.close()
      throw error
    } catch {
      switch error {
      case .noSuchFileOrDirectory:
        throw ConversionError(.readFailed, "is no longer there", cause: error)
      case .permissionDenied:
        throw ConversionError(.readFailed, "may not be read: permission denied", cause: error)
      case _ where error.isNoFolder: throw FileStream.changed
      default: throw ConversionError(.readFailed, "cannot be opened: \(error)", cause: error)
      }
    }
  }
}

/// The bytes of a file, which must be as many as when it was listed.
private final class FileStream: EntryStream {
  static let changed = ConversionError(.readFailed, "changed while it was read; try it again")

  private let descriptor: FileDescriptor
  /// It owns the buffer.
  private let reader: FolderEntryReader
  private var remaining: Int
  private var isAtEnd = false

  /// - Parameter descriptor: closed with the stream.
  init(_ descriptor: FileDescriptor, _ byteCount: Int, by reader: FolderEntryReader) {
    self.descriptor = descriptor
    self.reader = reader
    remaining = byteCount
  }

  deinit { try? descriptor.close() }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    if isAtEnd { return nil }
    // One byte more than there should be, so that a small file is read, and known to end, in one go.
    let wanted = min(FolderEntryReader.bufferSize, remaining + 1)
    let buffer = reader.buffer
    let count: Int
    do {
      buffer.removeAll()
      count = try buffer.append(wanted, from: descriptor)
    } catch {
      throw ConversionError(.readFailed, "could not be read: \(error)", cause: error)
    }
    guard count <= remaining, count > 0 || remaining == 0 else { throw Self.changed }
    remaining -= count
    isAtEnd = remaining == 0 && count < wanted
    guard count > 0 else { return nil }
    // The reader, which the stream holds, frees the buffer when it ends.
    return unsafe _overrideLifetime(buffer.span, borrowing: self)
  }
}
