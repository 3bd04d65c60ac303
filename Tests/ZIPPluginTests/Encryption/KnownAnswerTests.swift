import ConverterCore
import TestSupport
import Testing

@testable import ZIPPlugin

@Suite("Ciphers against their specifications")
struct KnownAnswerTests {
  /// RFC 6070.
  @Test(arguments: [
    (1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
    (2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
    (4096, "4b007901b765489abead49d926f721d065a429c1"),
  ])
  func keyDerivation(iterations: Int, expected: String) throws {
    let key = try KeyDerivationHandle.derive(
      from: Array("password".utf8), salt: Array("salt".utf8), iterations: iterations, count: 20)
    #expect(key == bytes(expected))
  }

  /// FIPS 197, appendix C.
  @Test(arguments: [
    (AESStrength.bits128, "69c4e0d86a7b0430d8cdb78070b4c55a"),
    (.bits192, "dda97ca4864cdfe06eaf70a0ec0d7191"),
    (.bits256, "8ea2b7ca516745bfeafc49904b496089"),
  ])
  func blocks(strength: AESStrength, expected: String) throws {
    let key = (0..<UInt8(strength.keyLength)).map { $0 }
    var block = bytes("00112233445566778899aabbccddeeff")
    let handle = try AESKeyHandle(key[...], strength)
    var span = block.mutableSpan
    handle.encrypt(&span)
    #expect(block == bytes(expected))
  }

  /// RFC 2202, test case 2.
  @Test func authentication() throws {
    let handle = try AuthenticationHandle(key: Array("Jefe".utf8)[...])
    let text = Array("what do ya want for nothing?".utf8)
    handle.update(text.span)
    #expect(handle.digest(count: 20) == bytes("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"))
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }
}
