import ConverterCore
import TestSupport
import Testing

@testable import ZIPPlugin

@Suite("Decryption")
struct DecryptionTests {
  /// The data of the entry whose local header stands at `offset`.
  private func data(in file: [UInt8], at offset: Int, count: Int) -> [UInt8] {
    let start = offset + 30 + Int(file[offset + 26]) + Int(file[offset + 28])
    return Array(file[start..<start + count])
  }

  @Test(arguments: [[4], [1], [3, 1]], CorpusTests.folders)
  func zipCryptoOfOthers(pieces: [Int], folder: String) throws {
    let file = try Sample("\(folder)/encrypted-zipcrypto_foo.zip").bytes()
    let data = data(in: file, at: 0, count: 16)
    // Sizes follow the entry, so it is the time that is checked: 16:01:34.
    let encryption = ZIPEncryption.zipCrypto(checkByte: 0x80)
    let decryptor = try ZIPDecryption.make(
      for: encryption, header: Array(data.prefix(12)), password: Password(Array("foo".utf8)))
    var content = Array(data.dropFirst(12))
    decrypt(&content, with: decryptor, pieces: pieces)
    try decryptor.finish(authenticationCode: [])
    #expect(content == Array("foo\n".utf8))
    let wrong = Password(Array("bar".utf8))
    #expect(
      code {
        _ = try ZIPDecryption.make(
          for: encryption, header: Array(data.prefix(12)), password: wrong)
      } == .wrongPassword)
  }

  @Test(
    arguments: [[10], [1], [3, 7]],
    Sample.present([("fixtures/others/zip", 41), ("zip", 69)], name: \.0))
  func aesOfOthers(pieces: [Int], place: (folder: String, offset: Int)) throws {
    let file = try Sample("\(place.folder)/encrypted-aes256_foofoofoo.zip").bytes()
    let data = data(in: file, at: place.offset, count: 38)
    let encryption = ZIPEncryption.aes(strength: 3, version: 2)
    let header = Array(data.prefix(18))
    let password = Password(Array("foofoofoo".utf8))
    var content = Array(data[18..<28])
    let authenticationCode = Array(data[28...])
    var decryptor = try ZIPDecryption.make(for: encryption, header: header, password: password)
    decrypt(&content, with: decryptor, pieces: pieces)
    try decryptor.finish(authenticationCode: authenticationCode)
    #expect(content == Array("encrypted\n".utf8))

    var damaged = Array(data[18..<28])
    damaged[9] ^= 1
    decryptor = try ZIPDecryption.make(for: encryption, header: header, password: password)
    decrypt(&damaged, with: decryptor, pieces: pieces)
    #expect(code { try decryptor.finish(authenticationCode: authenticationCode) } == .damagedInput)
  }

  /// Across the batches in which the key stream is made.
  @Test(arguments: [[40_000], [4096], [1, 4095, 17, 8000]])
  func whatWasEncryptedComesBack(pieces: [Int]) throws {
    let password = Password(Array("pä55".utf8))
    let encryptor = try AESEncryptor(password: password)
    let content = noise(40_000)
    var sealed = content
    var span = sealed.mutableSpan
    encryptor.encrypt(&span)
    #expect(sealed != content)
    let decryptor = try ZIPDecryption.make(
      for: .aes(strength: 3, version: 2), header: encryptor.header, password: password)
    decrypt(&sealed, with: decryptor, pieces: pieces)
    try decryptor.finish(authenticationCode: encryptor.authenticationCode())
    #expect(sealed == content)
  }

  @Test(arguments: [
    ZIPEncryption.zipCrypto(checkByte: 7), .aes(strength: 1, version: 1),
    .aes(strength: 2, version: 2), .aes(strength: 3, version: 2),
  ])
  func refusals(encryption: ZIPEncryption) {
    let header = noise(encryption.headerLength)
    let password = Password(Array("wrong".utf8))
    #expect(
      code { _ = try ZIPDecryption.make(for: encryption, header: header, password: nil) }
        == .missingPassword)
    #expect(
      code { _ = try ZIPDecryption.make(for: encryption, header: header, password: password) }
        == .wrongPassword)
    #expect(
      code {
        _ = try ZIPDecryption.make(
          for: encryption, header: Array(header.dropLast()), password: password)
      } == .damagedInput)
  }

  @Test func aStrengthThatIsNotDefined() {
    let encryption = ZIPEncryption.aes(strength: 4, version: 2)
    #expect(
      code {
        _ = try ZIPDecryption.make(for: encryption, header: [], password: Password([1]))
      } == .unsupportedContent)
  }

  /// Decrypts in pieces of these lengths, one after the other and over again.
  private func decrypt(_ bytes: inout [UInt8], with decryptor: any ZIPDecryptor, pieces: [Int]) {
    var offset = 0
    var turn = 0
    while offset < bytes.count {
      var piece = Array(bytes[offset...].prefix(pieces[turn % pieces.count]))
      var span = piece.mutableSpan
      decryptor.decrypt(&span)
      bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
      offset += piece.count
      turn += 1
    }
  }
}
