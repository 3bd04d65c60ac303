public import SystemPackage

/// Something that a check of a library found.
public struct LibraryFinding: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Something in the folder of documents that is none.
    case unknown
    /// A document whose `metadata.json` cannot be read.
    case unreadable
    /// A document that was being made when the program was stopped.
    case unfinished
    /// What a change left behind that was stopped.
    case leftover
    /// A file among the originals that no page is made of.
    case unusedOriginal
    /// An original that is not there: its page cannot be made anew.
    case missingOriginal
    /// A picture, text, thumbnail or PDF that is not there, and can be made again.
    case missingFile
    /// A document that nobody is syncing any more.
    case abandonedSync
    /// An index that does not agree with the documents.
    case staleIndex
  }

  /// What was done about it.
  public enum Action: String, Sendable, CaseIterable {
    /// It is as it should be now.
    case mended
    /// It was left as it is.
    case left
  }

  public let kind: Kind
  public let path: FilePath
  /// What is wrong, and what it means, in a sentence without the path.
  public let message: String
  public let action: Action
}
