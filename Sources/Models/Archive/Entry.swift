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
  // -1 for what is not known: entries by the hundred thousand are kept small.
  private var storedByteCount: Int
  private var storedCompressedByteCount: Int
  public var modified: Timestamp?
  /// How the content is compressed: "deflate", "store", "lzma".
  public var method: String
  /// The fields that few entries have.
  private var rareFields: RareFields?
  public var kind: Kind
  public var isEncrypted: Bool
  /// The twelve permission bits; nothing that is unpacked gets setuid, setgid or sticky. `nil` where the archive has none.
  public var permissions: UInt16?

  public init(
    index: Int, path: EntryPath, kind: Kind = .file, byteCount: Int? = nil,
    compressedByteCount: Int? = nil, modified: Timestamp? = nil, permissions: UInt16? = nil,
    method: String = "store", isEncrypted: Bool = false, linkTarget: [UInt8]? = nil,
    comment: String? = nil, fault: ConversionError? = nil
  ) {
    self.index = index
    self.path = path
    self.kind = kind
    storedByteCount = max(-1, byteCount ?? -1)
    storedCompressedByteCount = max(-1, compressedByteCount ?? -1)
    self.modified = modified
    self.permissions = permissions
    self.method = method
    self.isEncrypted = isEncrypted
    if linkTarget != nil || comment != nil || fault != nil {
      rareFields = RareFields(linkTarget: linkTarget, comment: comment, fault: fault)
    }
  }
}

extension Entry {
  /// Kept apart, so that a hundred thousand entries are not mostly made of what they do not have.
  private final class RareFields: Sendable {
    let linkTarget: [UInt8]?
    let comment: String?
    let fault: ConversionError?

    init(linkTarget: [UInt8]?, comment: String?, fault: ConversionError?) {
      self.linkTarget = linkTarget
      self.comment = comment
      self.fault = fault
    }
  }

  /// Bytes of the content; `nil` where they are not known before it is read.
  public var byteCount: Int? {
    get { storedByteCount < 0 ? nil : storedByteCount }
    set { storedByteCount = max(-1, newValue ?? -1) }
  }

  /// Bytes that the content takes in the archive; `nil` where entries are compressed together.
  public var compressedByteCount: Int? {
    get { storedCompressedByteCount < 0 ? nil : storedCompressedByteCount }
    set { storedCompressedByteCount = max(-1, newValue ?? -1) }
  }

  /// Where a link leads, as the archive has it: UTF-8, or bytes of unknown encoding.
  public var linkTarget: [UInt8]? {
    get { rareFields?.linkTarget }
    set { rareFields = RareFields(linkTarget: newValue, comment: comment, fault: fault) }
  }

  public var comment: String? {
    get { rareFields?.comment }
    set { rareFields = RareFields(linkTarget: linkTarget, comment: newValue, fault: fault) }
  }

  /// Why the content cannot or may not be read, where the directory shows it: it overlaps another entry.
  public var fault: ConversionError? {
    get { rareFields?.fault }
    set { rareFields = RareFields(linkTarget: linkTarget, comment: comment, fault: newValue) }
  }
}
