import ConverterCore

/// A way to make a single file smaller, which is often a tar archive.
enum Compression: String, Sendable, CaseIterable {
  case gzip, bzip2, xz, lzma, zstd, lz4, lzip, compress

  /// What its files are; the second, where there is one, says that a tar archive is inside.
  var types: [ContentType.ID] {
    switch self {
    case .gzip: ["org.gnu.gnu-zip-archive", "org.gnu.gnu-zip-tar-archive"]
    case .bzip2: ["public.bzip2-archive", "public.tar-bzip2-archive"]
    case .xz: ["org.tukaani.xz-archive", "org.tukaani.tar-xz-archive"]
    case .lzma: ["org.tukaani.lzma-archive"]
    case .zstd: ["org.facebook.zstandard-archive", "org.facebook.tar-zstandard-archive"]
    case .lz4: ["org.lz4.lz4-archive"]
    case .lzip: ["org.nongnu.lzip-archive"]
    case .compress: ["public.z-archive"]
    }
  }

  init?(_ type: ContentType.ID) {
    guard let found = Self.allCases.first(where: { $0.types.contains(type) }) else { return nil }
    self = found
  }

  /// Recognises the compression around the archive in an RPM package, which its header names as text.
  init?(beginning head: [UInt8]) {
    let marks: [(Compression, [UInt8])] = [
      (.gzip, [0x1F, 0x8B, 0x08]), (.bzip2, Array("BZh".utf8)),
      (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
      (.lzma, [0x5D, 0x00, 0x00]),
    ]
    guard let found = marks.first(where: { head.starts(with: $0.1) }) else { return nil }
    self = found.0
  }

  /// The endings of names that say so, in lower case, and what they become without it.
  private static let endings: [(suffix: String, replacement: String)] = [
    (".tgz", ".tar"), (".taz", ".tar"), (".tbz", ".tar"), (".tbz2", ".tar"), (".txz", ".tar"),
    (".tlz", ".tar"), (".tzst", ".tar"), (".svgz", ".svg"), (".gz", ""), (".gzip", ""),
    (".bz2", ""), (".bz", ""), (".xz", ""), (".lzma", ""), (".zst", ""), (".zstd", ""),
    (".lz4", ""), (".lz", ""), (".z", ""),
  ]

  /// What `name` is called when it is not compressed any more; `nil` where it does not say.
  static func plainName(of name: String) -> String? {
    let lower = name.lowercased()
    guard let ending = endings.first(where: { lower.hasSuffix($0.suffix) }),
      name.utf8.count > ending.suffix.utf8.count
    else { return nil }
    return String(decoding: name.utf8.dropLast(ending.suffix.utf8.count), as: UTF8.self)
      + ending.replacement
  }
}
