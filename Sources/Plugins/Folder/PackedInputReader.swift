import ArchiveModel
import ConverterCore
import SystemPackage

/// Takes a file or a folder as it is for an archive: a file is one entry, a folder an entry with all that is in it
/// below.
///
/// Unlike ``FolderReader``, which reads what is in a folder, it keeps the name: several inputs stand side by side
/// in the archive.
struct PackedInputReader: Reader {
  let name = "files"
  let types: [ContentType.ID] = []

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Archive {
    let name = input.path?.lastComponent.map { FilePath(root: nil, [$0]).bytes }
    let path = EntryPath(name ?? Array((input.name ?? "stdin").utf8))
    guard input.isFolder else {
      count(input.byteCount, in: context)
      return Archive(
        format: "file", isOwn: true, content: .directory(SingleFile(input, as: path)))
    }
    let root = try input.openFolder()
    var scan = FolderScan(root, in: context.conversion)
    let listing = FolderListing(try scan.run(), in: root)
    count(listing.entries.reduce(0) { $0 + ($1.byteCount ?? 0) }, in: context)
    let folder = Entry(
      index: 0, path: path, kind: .folder, modified: input.modified,
      permissions: input.permissions?.rawValue.nineBits)
    return Archive(
      format: "folder", isOwn: true, content: .directory(NamedFolder(listing, below: folder)))
  }

  private func count(_ bytes: Int, in context: ReadingContext) {
    context.inputByteCount = (context.inputByteCount ?? 0) + bytes
  }
}

/// A file as an archive of one entry.
private struct SingleFile: EntryDirectory {
  let entries: [Entry]
  private let input: InputFile

  init(_ input: InputFile, as path: EntryPath) {
    self.input = input
    entries = [
      Entry(
        index: 0, path: path, byteCount: input.byteCount, modified: input.modified,
        permissions: input.permissions?.rawValue.nineBits)
    ]
  }

  func makeReader() -> any EntryReader { SingleFileReader(input) }
}

private final class SingleFileReader: EntryReader {
  private let input: InputFile

  init(_ input: InputFile) { self.input = input }

  func open(_ entry: Entry) -> any EntryStream { SingleFileStream(input) }
}

private final class SingleFileStream: EntryStream {
  private let input: InputFile
  private let buffer = ByteBuffer(capacity: 256 << 10)
  private var offset = 0

  init(_ input: InputFile) { self.input = input }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    guard offset < input.byteCount else { return nil }
    let buffer = buffer
    buffer.removeAll()
    let count = try buffer.append(256 << 10, of: input, at: offset)
    guard count > 0 else {
      throw ConversionError(.readFailed, "changed while it was read; try it again")
    }
    offset += count
    // The stream holds the buffer for as long as it lives.
    return unsafe _overrideLifetime(buffer.span, borrowing: self)
  }
}

/// A folder with its name before the paths of what is in it.
private struct NamedFolder: EntryDirectory {
  let entries: [Entry]
  private let listing: FolderListing

  init(_ listing: FolderListing, below folder: Entry) {
    self.listing = listing
    entries =
      [folder]
      + listing.entries.map { entry in
        var named = entry
        named.index += 1
        named.path = EntryPath(folder.path.bytes + [UInt8(ascii: "/")] + entry.path.bytes)
        return named
      }
  }

  func makeReader() throws(ConversionError) -> any EntryReader {
    NamedFolderReader(listing, try listing.makeReader())
  }
}

private final class NamedFolderReader: EntryReader {
  private let listing: FolderListing
  private let reader: any EntryReader

  init(_ listing: FolderListing, _ reader: any EntryReader) {
    self.listing = listing
    self.reader = reader
  }

  func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
    guard listing.entries.indices.contains(entry.index - 1) else {
      throw ConversionError(.internalError, "has no place in the folder")
    }
    return try reader.open(listing.entries[entry.index - 1])
  }
}

extension InputFile {
  fileprivate var modified: Timestamp? {
    times.map { times in
      let (seconds, nanoseconds) = times.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
      return nanoseconds < 0
        ? Timestamp(seconds: seconds - 1, nanoseconds: nanoseconds + 1_000_000_000)
        : Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    }
  }
}

extension BinaryInteger {
  /// The permission bits of a mode.
  fileprivate var nineBits: UInt16 { UInt16(self & 0o777) }
}
