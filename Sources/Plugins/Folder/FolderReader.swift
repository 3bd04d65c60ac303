import ArchiveModel
import ConverterCore

/// Reads a folder on the disk as an archive of what is in it.
///
/// Paths begin below the folder: of `photos` the entry is `a.jpg`, not `photos/a.jpg`, so that an archive
/// of it unpacks to a folder named like the archive.
struct FolderReader: Reader {
  let name = "folder"
  let types: [ContentType.ID] = ["public.folder"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Archive {
    let root = try input.openFolder()
    var scan = FolderScan(root, in: context.conversion)
    let entries = try scan.run()
    context.inputByteCount = entries.reduce(0) {
      $0.addingReportingOverflow($1.byteCount ?? 0).partialValue
    }
    return Archive(
      format: "folder", isOwn: true, content: .directory(FolderListing(entries, in: root)))
  }
}

/// What a folder held when it was listed.
struct FolderListing: EntryDirectory {
  let entries: [Entry]
  private let root: OpenFolder

  init(_ entries: [Entry], in root: OpenFolder) {
    self.entries = entries
    self.root = root
  }

  func makeReader() throws(ConversionError) -> any EntryReader { FolderEntryReader(self, in: root) }
}
