public import ConverterCore

/// A file, folder or link in an archive, as the archive describes it.
public struct Entry: Sendable {
  public enum Kind: String, Sendable {
    case file, folder
    /// A symbolic link; its target is ``Entry/linkTarget`` or, where that is `nil`, its content.
    case link
    /// Another name of an earlier file, whose path is ``Entry/linkTarget``.
    case hardLink
    /// A device, pipe or socket, which is never made.
    case device
  }

  /// The position in the archive, from 0.
  public var index: Int
  public var path: EntryPath
  public var kind: Kind
  /// Bytes of the content; `nil` where they are not known before it is read.
  public var byteCount: Int?
  /// Bytes that the content takes in the archive; `nil` where entries are compressed together.
  public var compressedByteCount: Int?
  public var modified: Timestamp?
  /// The nine permission bits; others, such as setuid, are not kept. `nil` where the archive has none.
  public var permissions: UInt16?
  /// How the content is compressed: "deflate", "store", "lzma".
  public var method: String
  public var isEncrypted: Bool
  /// Where a link leads, as the archive has it: UTF-8, or bytes of unknown encoding.
  public var linkTarget: [UInt8]?
  public var comment: String?
  /// Why the content cannot or may not be read, where the directory shows it: it overlaps another entry.
  public var fault: ConversionError?

  public init(
    index: Int, path: EntryPath, kind: Kind = .file, byteCount: Int? = nil,
    compressedByteCount: Int? = nil, modified: Timestamp? = nil, permissions: UInt16? = nil,
    method: String = "store", isEncrypted: Bool = false, linkTarget: [UInt8]? = nil,
    comment: String? = nil, fault: ConversionError? = nil
  ) {
    self.index = index
    self.path = path
    self.kind = kind
    self.byteCount = byteCount
    self.compressedByteCount = compressedByteCount
    self.modified = modified
    self.permissions = permissions
    self.method = method
    self.isEncrypted = isEncrypted
    self.linkTarget = linkTarget
    self.comment = comment
    self.fault = fault
  }
}
