import ArchiveModel
internal import CNettle
import ConverterCore

/// The contents that were met, by their SHA-256.
struct ContentDigests {
  private var known: Set<[UInt8]> = []

  /// - Throws: `missingLibrary`.
  init() throws(ConversionError) {
    try SystemLibrary.nettle.open()
  }

  /// Reads a content to its end.
  ///
  /// - Returns: whether it was not met before.
  mutating func insert(_ content: any EntryStream) throws(ConversionError) -> Bool {
    var state = sha256_ctx()
    unsafe nettle_sha256_init(&state)
    while let piece = try content.next() {
      // Nettle reads the bytes of the piece alone.
      unsafe piece.withUnsafeBufferPointer {
        unsafe nettle_sha256_update(&state, $0.count, $0.baseAddress)
      }
    }
    // Nettle writes as many bytes as the array has.
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&state, digest.count, &digest)
    return known.insert(digest).inserted
  }
}

extension SystemLibrary {
  static let nettle = unsafe SystemLibrary(
    "Nettle", package: "libnettle8", opening: { unsafe fairy_nettle_open() })
}
