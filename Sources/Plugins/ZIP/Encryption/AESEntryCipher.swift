import ConverterCore

/// Keys, key stream and authentication of one entry (WinZip's AES specification, section III).
final class AESEntryCipher {
  /// Tells a wrong password at once, in all but one of 65,536 cases.
  let verification: [UInt8]

  private let key: AESKeyHandle
  private let authentication: AuthenticationHandle
  /// Key stream that is made in batches: a block at a time costs a third more.
  private var keyStream = [UInt8](repeating: 0, count: 4096)
  private var usedCount: Int
  /// The counter of the next batch: 16 bytes, little-endian, from 1 on.
  private var counter: UInt64 = 1

  private static let iterations = 1000

  /// - Throws: `missingLibrary`.
  init(password: Password, salt: [UInt8], strength: AESStrength) throws(ConversionError) {
    let length = strength.keyLength
    let material = try KeyDerivationHandle.derive(
      from: password.bytes, salt: salt, iterations: Self.iterations,
      count: 2 * length + AESStrength.verificationLength)
    key = try AESKeyHandle(material[..<length], strength)
    authentication = try AuthenticationHandle(key: material[length..<2 * length])
    verification = Array(material[(2 * length)...])
    usedCount = keyStream.count
  }

  /// Encrypts or decrypts in place what follows what was before.
  func applyKeyStream(to bytes: inout MutableSpan<UInt8>) {
    var done = 0
    while done < bytes.count {
      if usedCount == keyStream.count { makeKeyStream() }
      let count = min(keyStream.count - usedCount, bytes.count - done)
      let keys = keyStream[usedCount..<usedCount + count]
      var part = bytes._mutatingExtracting(done..<done + count)
      AESKeyHandle.combine(&part, with: keys.span)
      usedCount += count
      done += count
    }
  }

  /// Adds encrypted bytes to what the code is about.
  func authenticate(_ bytes: Span<UInt8>) {
    authentication.update(bytes)
  }

  /// The first 80 bits of HMAC-SHA-1; called once, at the end.
  func authenticationCode() -> [UInt8] {
    authentication.digest(count: AESStrength.authenticationCodeLength)
  }

  private func makeKeyStream() {
    var blocks = keyStream.mutableSpan
    writeCounters(to: &blocks)
    key.encrypt(&blocks)
    usedCount = 0
  }

  private func writeCounters(to blocks: inout MutableSpan<UInt8>) {
    var bytes = unsafe blocks.mutableBytes
    for offset in stride(from: 0, to: bytes.byteCount, by: 16) {
      bytes.storeBytes(of: counter.littleEndian, toByteOffset: offset, as: UInt64.self)
      bytes.storeBytes(of: 0, toByteOffset: offset + 8, as: UInt64.self)
      // An entry has at most 2⁶⁴ bytes, which are 2⁶⁰ blocks.
      counter &+= 1
    }
  }
}
