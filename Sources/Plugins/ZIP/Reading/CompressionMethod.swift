/// How contents are compressed (APPNOTE 4.4.5).
enum CompressionMethod {
  static let store: UInt16 = 0
  static let shrink: UInt16 = 1
  static let implode: UInt16 = 6
  static let deflate: UInt16 = 8
  static let deflate64: UInt16 = 9
  static let bzip2: UInt16 = 12
  static let lzma: UInt16 = 14
  /// As early writers numbered it.
  static let oldZstd: UInt16 = 20
  static let zstd: UInt16 = 93
  static let xz: UInt16 = 95
  static let ppmd: UInt16 = 98

  static func word(_ method: UInt16) -> String {
    switch method {
    case store: "store"
    case shrink: "shrink"
    case 2...5: "reduce"
    case implode: "implode"
    case deflate: "deflate"
    case deflate64: "deflate64"
    case bzip2: "bzip2"
    case lzma: "lzma"
    case oldZstd, zstd: "zstd"
    case xz: "xz"
    case ppmd: "ppmd"
    default: "method \(method)"
    }
  }
}
