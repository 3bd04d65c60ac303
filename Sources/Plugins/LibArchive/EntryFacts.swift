import ArchiveModel

/// What libarchive says of an entry, names as they are stored.
struct EntryFacts {
  var path: [UInt8]
  var kind: Entry.Kind
  /// `nil` where it is not known before the content is read.
  var byteCount: Int?
  var modified: Timestamp?
  var permissions: UInt16?
  /// How the content is compressed, where libarchive tells.
  var method: String?
  var isEncrypted: Bool
  var linkTarget: [UInt8]?
  /// Whether the content has holes, which are not stored.
  var isSparse: Bool
  /// The CRC-32 of the content, where libarchive does not compare it.
  var checksum: UInt32?
  /// Which entries of a cpio archive are the same file; `nil` for files with one name.
  var linkGroup: LinkGroup?

  struct LinkGroup: Hashable {
    let device: UInt64
    let inode: Int64
  }
}
