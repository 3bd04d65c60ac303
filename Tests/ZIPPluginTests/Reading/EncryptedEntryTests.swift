import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Encrypted entries around their encryption, which has tests of its own.
@Suite struct EncryptedEntryTests {
  /// What PKWARE's cipher makes of bytes.
  static func zipCrypto(_ content: [UInt8], password: String, checkByte: UInt8) -> [UInt8] {
    var keys: (UInt32, UInt32, UInt32) = (0x1234_5678, 0x2345_6789, 0x3456_7890)
    let table: [UInt32] = (0..<256).map { index in
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 != 0 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
      return value
    }
    func next(_ value: UInt32, _ byte: UInt8) -> UInt32 {
      table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8)
    }
    func update(_ byte: UInt8) {
      keys.0 = next(keys.0, byte)
      keys.1 = (keys.1 &+ (keys.0 & 0xFF)) &* 134_775_813 &+ 1
      keys.2 = next(keys.2, UInt8(keys.1 >> 24))
    }
    for byte in password.utf8 { update(byte) }
    return ([UInt8](repeating: 9, count: 11) + [checkByte] + content).map { byte in
      let word = (keys.2 | 2) & 0xFFFF
      defer { update(byte) }
      return byte ^ UInt8(truncatingIfNeeded: (word &* (word ^ 1)) >> 8)
    }
  }

  private func entry(_ content: [UInt8], method: Int, descriptor: Bool = false)
    -> SyntheticArchive.Entry
  {
    let data = method == 8 ? deflate(content) : content
    var entry = SyntheticArchive.Entry(
      Array("a".utf8), data: data, method: method, content: content, flags: 1)
    entry.local.time = 0x5821_A500
    entry.central.time = 0x5821_A500
    let check = descriptor ? 0xA5 : UInt8(crc(content) >> 24)
    entry.data = Self.zipCrypto(data, password: "secret", checkByte: check)
    entry.local.compressed += 12
    entry.central.compressed += 12
    return descriptor ? entry.withDescriptor() : entry
  }

  @Test(arguments: [0, 8], [false, true])
  func zipCrypto(method: Int, descriptor: Bool) throws {
    for content in [[], Array("small".utf8), MethodTests.large] {
      let bytes = SyntheticArchive([
        entry(content, method: method, descriptor: descriptor), .init("plain", "1"),
      ]).bytes
      let archive = try OpenArchive(bytes, password: "secret")
      #expect(archive.entries.map(\.isEncrypted) == [true, false])
      let both = [OpenArchive.Outcome.content(content), .text("1")]
      #expect(try archive.outcomes() == both)
      // A second time, for the buffer was decrypted in place.
      let reader = try archive.makeReader()
      #expect(try archive.content(0, with: reader) == content)
      #expect(try archive.content(0, with: reader) == content)
      let missing = try OpenArchive(bytes).outcomes()
      #expect(missing == [.failure(.missingPassword), .text("1")])
    }
  }

  /// One in 256 passes the check; the content then shows it.
  @Test(arguments: [0, 8])
  func aWrongPasswordIsNeverTakenForDamage(method: Int) throws {
    let bytes = SyntheticArchive([entry(Array("hello hello".utf8), method: method)]).bytes
    for index in 0..<1000 {
      let outcomes = try OpenArchive(bytes, password: "wrong\(index)").outcomes()
      #expect(outcomes == [.failure(.wrongPassword)], "\(index)")
    }
  }

  @Test func contentsShorterThanTheirEncryption() throws {
    var entry = SyntheticArchive.Entry("a", "hello", flags: 1)
    entry.local.size = 0
    entry.central.size = 0
    let outcomes = try OpenArchive(SyntheticArchive([entry]).bytes, password: "x").outcomes()
    #expect(outcomes == [.failure(.wrongPassword)])
  }

  @Test(
    .enabled(if: Places.has(program: "7z")),
    arguments: [("AES128", 8), ("AES192", 12), ("AES256", 16), ("ZipCrypto", 0)])
  func archivesOf7Zip(method: String, salt: Int) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("small".utf8), to: "in/small.txt")
    try scratch.write(MethodTests.large, to: "in/large.bin")
    let made = try Program.run(
      "/usr/bin/7z",
      ["a", "-bd", "-tzip", "-psecret", "-mem=\(method)", "-mx1", "../out.zip", "."],
      in: scratch.file("in"))
    #expect(made.status == 0)
    let bytes = try scratch.bytes("out.zip")
    let archive = try OpenArchive(bytes, password: "secret")
    #expect(archive.names.sorted() == ["large.bin", "small.txt"])
    for (name, outcome) in zip(archive.names, try archive.outcomes()) {
      #expect(outcome == (name == "small.txt" ? .text("small") : .content(MethodTests.large)))
    }
    #expect(
      try OpenArchive(bytes).outcomes() == Array(repeating: .failure(.missingPassword), count: 2))
    #expect(
      try OpenArchive(bytes, password: "wrong").outcomes()
        == Array(repeating: .failure(.wrongPassword), count: 2))
    guard salt > 0 else { return }
    for (index, name) in archive.names.enumerated() {
      // Behind the name come the field about the encryption, salt and check of the password.
      let place = try #require(bytes.firstRange(of: Array(name.utf8))?.upperBound) + 11 + salt + 2
      var damaged = bytes
      damaged[place] ^= 1
      #expect(
        try OpenArchive(damaged, password: "secret").outcomes()[index] == .failure(.damagedInput))
    }
  }
}
