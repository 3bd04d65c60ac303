internal import CNettle
import ConverterCore

/// An AES key that encrypts blocks.
///
/// A handle serves one thread.
final class AESKeyHandle {
  @safe private enum Schedule {
    case bits128(UnsafeMutablePointer<aes128_ctx>)
    case bits192(UnsafeMutablePointer<aes192_ctx>)
    case bits256(UnsafeMutablePointer<aes256_ctx>)
  }

  private let schedule: Schedule

  /// - Parameter key: of the strength's length.
  /// - Throws: `missingLibrary`.
  init(_ key: ArraySlice<UInt8>, _ strength: AESStrength) throws(ConversionError) {
    try SystemLibrary.nettle.open()
    // Nettle reads as many bytes of the key as the strength has.
    precondition(key.count == strength.keyLength)
    schedule = unsafe key.withUnsafeBufferPointer { key in
      switch strength {
      case .bits128:
        let context = UnsafeMutablePointer<aes128_ctx>.allocate(capacity: 1)
        unsafe nettle_aes128_set_encrypt_key(context, key.baseAddress)
        return unsafe .bits128(context)
      case .bits192:
        let context = UnsafeMutablePointer<aes192_ctx>.allocate(capacity: 1)
        unsafe nettle_aes192_set_encrypt_key(context, key.baseAddress)
        return unsafe .bits192(context)
      case .bits256:
        let context = UnsafeMutablePointer<aes256_ctx>.allocate(capacity: 1)
        unsafe nettle_aes256_set_encrypt_key(context, key.baseAddress)
        return unsafe .bits256(context)
      }
    }
  }

  deinit {
    switch schedule {
    case .bits128(let context): unsafe context.deallocate()
    case .bits192(let context): unsafe context.deallocate()
    case .bits256(let context): unsafe context.deallocate()
    }
  }

  /// Encrypts whole blocks of 16 bytes in place, each by itself.
  func encrypt(_ blocks: inout MutableSpan<UInt8>) {
    precondition(blocks.count % 16 == 0)
    // Nettle reads and writes the blocks alone.
    unsafe blocks.withUnsafeMutableBufferPointer { bytes in
      switch schedule {
      case .bits128(let context):
        unsafe nettle_aes128_encrypt(context, bytes.count, bytes.baseAddress, bytes.baseAddress)
      case .bits192(let context):
        unsafe nettle_aes192_encrypt(context, bytes.count, bytes.baseAddress, bytes.baseAddress)
      case .bits256(let context):
        unsafe nettle_aes256_encrypt(context, bytes.count, bytes.baseAddress, bytes.baseAddress)
      }
    }
  }

  /// Combines bytes with as many others by exclusive or.
  static func combine(_ bytes: inout MutableSpan<UInt8>, with others: Span<UInt8>) {
    precondition(bytes.count == others.count)
    // Both have as many bytes as Nettle is told.
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe others.withUnsafeBytes {
        _ = unsafe nettle_memxor(bytes.baseAddress, $0.baseAddress, bytes.count)
      }
    }
  }
}

/// HMAC-SHA-1 over bytes that come in pieces.
@safe final class AuthenticationHandle {
  private let context = UnsafeMutablePointer<hmac_sha1_ctx>.allocate(capacity: 1)

  /// - Throws: `missingLibrary`.
  init(key: ArraySlice<UInt8>) throws(ConversionError) {
    try SystemLibrary.nettle.open()
    unsafe key.withUnsafeBufferPointer {
      unsafe nettle_hmac_sha1_set_key(context, $0.count, $0.baseAddress)
    }
  }

  deinit { unsafe context.deallocate() }

  func update(_ bytes: Span<UInt8>) {
    // Nettle reads the bytes alone.
    unsafe bytes.withUnsafeBufferPointer {
      unsafe nettle_hmac_sha1_update(context, $0.count, $0.baseAddress)
    }
  }

  /// The first `count` bytes of the code, of at most 20: Nettle writes so many.
  func digest(count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe nettle_hmac_sha1_digest(context, count, buffer.baseAddress)
      filled = count
    }
  }
}

/// Keys from passwords: PBKDF2 with HMAC-SHA-1 (RFC 8018, section 5.2).
enum KeyDerivationHandle {
  /// - Throws: `missingLibrary`.
  static func derive(
    from password: [UInt8], salt: [UInt8], iterations: Int, count: Int
  ) throws(ConversionError) -> [UInt8] {
    try SystemLibrary.nettle.open()
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe nettle_pbkdf2_hmac_sha1(
        password.count, password, UInt32(clamping: iterations), salt.count, salt, count,
        buffer.baseAddress)
      filled = count
    }
  }
}

extension SystemLibrary {
  static let nettle = unsafe SystemLibrary(
    "Nettle", package: "libnettle8", opening: { unsafe fairy_nettle_open() })
}
