public import ConverterCore

/// A container of files: a ZIP archive, a tar archive, a folder.
///
/// Its facts are there at once. Entries come one at a time, with their content on demand, so that memory
/// does not grow with the archive.
public struct Archive: Model, Sendable {
  /// What a writer of archives can hold: every writer takes every archive, and notes in the ledger what
  /// it had to leave out.
  public struct Capabilities: Sendable {
    public init() {}
  }

  /// How entries can be reached.
  public enum Content: Sendable {
    /// All are known beforehand, and their content can be read in any order on several threads.
    case directory(any EntryDirectory)
    /// They come one after the other, such as those of a compressed tar.
    case sequence(any EntrySequence)
  }

  public static let name = "Archive"

  /// The format in a few words: "ZIP", "tar in gzip", "folder".
  public let format: String
  public let comment: String?
  /// How names were decoded that do not say it themselves; `nil` where there is none.
  public let nameEncoding: NameEncoding?
  public let content: Content
  /// Whether it is a folder of the user's own, whose names and links are no attempts on anybody.
  public let isOwn: Bool
  /// Why nothing comes of it where it has no entries; `nil` where that is an archive like any other.
  public let reasonIfEmpty: String?

  public init(
    format: String, comment: String? = nil, nameEncoding: NameEncoding? = nil, isOwn: Bool = false,
    reasonIfEmpty: String? = nil, content: Content
  ) {
    self.format = format
    self.comment = comment
    self.nameEncoding = nameEncoding
    self.isOwn = isOwn
    self.reasonIfEmpty = reasonIfEmpty
    self.content = content
  }

  public var magnitude: Magnitude {
    switch content {
    case .directory(let directory): Magnitude(directory.entries.count, "entries")
    case .sequence(let sequence): Magnitude(sequence.byteCount, "bytes")
    }
  }
}
