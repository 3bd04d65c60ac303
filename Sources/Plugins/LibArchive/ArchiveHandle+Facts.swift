import ArchiveModel
internal import CLibArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ArchiveHandle {
  /// What is known of an entry.
  static func facts(
    of entry: OpaquePointer, in archive: OpaquePointer, _ format: ArchiveFormat
  ) -> EntryFacts {
    let formatName = unsafe archive_format_name(archive).map { unsafe String(cString: $0) } ?? ""
    let type = unsafe UInt32(archive_entry_filetype(entry))
    let hardLink = unsafe bytes(archive_entry_hardlink(entry) ?? archive_entry_hardlink_utf8(entry))
    let kind = hardLink == nil ? kind(type) : .hardLink
    var facts = unsafe EntryFacts(
      path: bytes(archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)) ?? [],
      kind: kind,
      // A size below 0 is none that a content can have: reading it says that it is damaged.
      byteCount: archive_entry_size_is_set(entry) != 0
        ? max(0, Int(archive_entry_size(entry))) : nil,
      modified: modified(entry, in: archive, format),
      method: method(format, formatName),
      isEncrypted: archive_entry_is_encrypted(entry) != 0,
      linkTarget: hardLink,
      isSparse: format == .tar && archive_entry_sparse_count(entry) > 0)
    if kind == .link {
      facts.linkTarget =
        unsafe bytes(archive_entry_symlink(entry) ?? archive_entry_symlink_utf8(entry)) ?? []
    }
    if hasPermissions(format, formatName) {
      facts.permissions = unsafe UInt16(truncatingIfNeeded: archive_entry_perm(entry)) & 0o7777
    }
    if unsafe archive_entry_nlink(entry) > 1, type == 0o100000 {
      facts.linkGroup = unsafe EntryFacts.LinkGroup(
        device: UInt64(archive_entry_dev(entry)), inode: archive_entry_ino64(entry))
    }
    return facts
  }

  /// - Parameter text: of libarchive, which ends it with a NUL and keeps it as long as the entry.
  private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8]? {
    unsafe text.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  /// By the type bits of `st_mode`, which libarchive uses on every system.
  private static func kind(_ type: UInt32) -> Entry.Kind {
    switch type {
    case 0o040000: .folder
    case 0o120000: .link
    case 0o010000, 0o020000, 0o060000, 0o140000: .device
    default: .file
    }
  }

  private static func modified(
    _ entry: OpaquePointer, in archive: OpaquePointer, _ format: ArchiveFormat
  ) -> Timestamp? {
    guard unsafe archive_entry_mtime_is_set(entry) != 0 else { return nil }
    var seconds = unsafe archive_entry_mtime(entry)
    let nanoseconds = unsafe min(max(0, Int(archive_entry_mtime_nsec(entry))), 999_999_999)
    // These have local time, which libarchive takes for this machine's: that is undone.
    let isWallClock =
      unsafe format == .cabinet || format == .rar && archive_format(archive) == ARCHIVE_FORMAT_RAR
    if isWallClock {
      var parts = unsafe tm()
      guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
      seconds = unsafe timegm(&parts)
    }
    return Timestamp(
      seconds: Int(seconds), nanoseconds: nanoseconds, isWallClock: isWallClock)
  }

  /// Where an archive has no permissions, libarchive makes some up.
  private static func hasPermissions(_ format: ArchiveFormat, _ name: String) -> Bool {
    switch format {
    case .cabinet: false
    case .iso9660: name.contains("Rockridge")
    default: true
    }
  }

  /// Out of names such as "CAB 1.3 (MSZIP)" and "lha -lh5-".
  private static func method(_ format: ArchiveFormat, _ name: String) -> String? {
    switch format {
    case .cabinet:
      name.split(separator: "(").last
        .map { $0.prefix { $0 != ")" }.lowercased() }.map { $0 == "none" ? "store" : $0 }
    case .lha: name.split(separator: "-").last.map(String.init)
    default: nil
    }
  }
}
