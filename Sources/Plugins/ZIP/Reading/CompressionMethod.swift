/// How contents are compressed (APPNOTE 4.4.5).
enum CompressionMethod {
  static let store: UInt16 = 0
  static let deflate: UInt16 = 8
  static let bzip2: UInt16 = 12
  static let lzma: UInt16 = 14
  /// As early writers numbered it.
  static let oldZstd: UInt16 = 20
  static let zstd: UInt16 = 93
  static let xz: UInt16 = 95

  static func word(_ method: UInt16) -> String {
    switch method {
    case store: "store"
    case 1: "shrink"
    case 2...5: "reduce"
    case 6: "implode"
    case deflate: "deflate"
    case 9: "deflate64"
    case bzip2: "bzip2"
    case lzma: "lzma"
    case oldZstd, zstd: "zstd"
    case xz: "xz"
    case 98: "ppmd"
    default: "method \(method)"
    }
  }
}
