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
  /// - Parameter next: gives the next piece of it; `nil` behind the last.
  /// - Returns: whether it was not met before.
  mutating func insert(
    _ next: () throws(ConversionError) -> UnsafeRawBufferPointer?
  ) throws(ConversionError) -> Bool {
    var state = sha256_ctx()
    nettle_sha256_init(&state)
    while let piece = try next() {
      nettle_sha256_update(&state, piece.count, piece.bindMemory(to: UInt8.self).baseAddress)
    }
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&state, digest.count, &digest)
    return known.insert(digest).inserted
  }
}

extension SystemLibrary {
  static let nettle = SystemLibrary(
    "Nettle", package: "libnettle8", opening: { fairy_nettle_open() })
}
