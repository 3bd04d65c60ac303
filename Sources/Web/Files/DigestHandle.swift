import CNettle

/// SHA-256 by Nettle.
@safe enum Digest {
  /// The 32 bytes of a digest.
  ///
  /// The context is the caller's, and Nettle reads as many bytes as it is told there are.
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    precondition(isOpen, "libnettle is not there")
    var context = sha256_ctx()
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe nettle_sha256_init(&context)
    unsafe nettle_sha256_update(&context, bytes.count, bytes)
    unsafe nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }

  /// HMAC with SHA-256 (RFC 2104).
  ///
  /// - Parameter key: at most 64 bytes.
  static func authenticated(_ bytes: [UInt8], with key: [UInt8]) -> [UInt8] {
    let block = key + [UInt8](repeating: 0, count: 64 - key.count)
    let inner = sha256(block.map { $0 ^ 0x36 } + bytes)
    return sha256(block.map { $0 ^ 0x5c } + inner)
  }

  private static let isOpen = unsafe fairy_nettle_open() == nil
}
