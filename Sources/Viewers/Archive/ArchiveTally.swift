import ArchiveModel
internal import ConverterCore

/// What the entries of an archive come to.
struct ArchiveTally {
  private(set) var entries = 0
  private(set) var files = 0
  private(set) var folders = 0
  private(set) var links = 0
  private(set) var encrypted = 0
  private(set) var unsafe = 0
  private(set) var bytes = 0
  private(set) var compressedBytes = 0
  /// Whether all files say how large they are, and what they take in the archive.
  private(set) var knowsBytes = true
  private(set) var knowsCompressedBytes = true
  /// The methods of files, in the order that they come first in.
  private(set) var methods: [String] = []

  mutating func add(_ entry: Entry, isUnsafe: Bool) {
    entries += 1
    if entry.isEncrypted { encrypted += 1 }
    if isUnsafe { unsafe += 1 }
    switch entry.kind {
    case .folder: folders += entry.isRoot ? 0 : 1
    case .link, .hardLink: links += 1
    case .file: files += 1
    case .device: break
    }
    guard entry.kind == .file else { return }
    if methods.last != entry.method, methods.count < 16, !methods.contains(entry.method) {
      methods.append(entry.method)
    }
    if let count = entry.byteCount {
      bytes = bytes.addingSaturating(count)
    } else {
      knowsBytes = false
    }
    if let count = entry.compressedByteCount {
      compressedBytes = compressedBytes.addingSaturating(count)
    } else {
      knowsCompressedBytes = false
    }
  }
}
