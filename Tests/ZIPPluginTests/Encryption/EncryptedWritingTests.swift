import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@testable import ZIPPlugin

@Suite("Encrypted archives")
struct EncryptedWritingTests {
  private static let tree: MemoryArchive = {
    var tree = MemoryArchive()
    tree.add(folder: "sub")
    tree.add("empty")
    tree.add("sub/short", text: "short")
    tree.add("sub/prose", .bytes(prose(90_000)))
    tree.add("noise", .bytes(noise(200_000)))
    tree.add("large", .bytes(prose(2_600_000)))
    return tree
  }()

  @Test(
    .enabled(if: Peer.canDecryptAES, "needs 7z"), arguments: MemoryArchive.Access.allCases,
    ["0", "6"])
  func othersOpen(access: MemoryArchive.Access, level: String) throws {
    let writing = Writing(settings: ["level": level], password: "pass wörd")
    let written = try writing(Self.tree.archive(access))
    let folder = try #require(try Peer.sevenZip.unpack(written.bytes, password: "pass wörd"))
    for item in Self.tree.items where item.entry.kind == .file {
      guard case .bytes(let bytes) = item.content else { continue }
      #expect(try folder.bytes(String(decoding: item.entry.path.bytes, as: UTF8.self)) == bytes)
    }
    #expect(try Peer.sevenZip.unpack(written.bytes, password: "password") == nil)
    #expect(written.ledger.map(\.what) == ["encryption"])
    #expect(written.ledger.first?.action == .added)
  }

  @Test(.enabled(if: Peer.present.contains(.python3)))
  func filesAreEncryptedAndChecksumsAreNotTold() throws {
    let writing = Writing(settings: ["encryption": "aes256"], password: "x")
    for entry in try ListedEntry.list(try writing(Self.tree.archive(.directory)).bytes) {
      let isFolder = entry.name.hasSuffix("/")
      #expect(entry.method == (isFolder ? 0 : 99))
      #expect(entry.flags & 1 == (isFolder ? 0 : 1))
      #expect(entry.version == (isFolder ? 20 : 51))
      #expect(entry.crc == 0)
    }
  }

  @Test func sameContentsDiffer() throws {
    var archive = MemoryArchive()
    archive.add("a", .bytes(noise(1000)))
    let writing = Writing(password: "x")
    #expect(
      try writing(archive.archive(.directory)).bytes != writing(archive.archive(.directory)).bytes)
  }

  @Test(arguments: [
    ("auto", true, true, LedgerEntry.Action?.some(.kept)), ("auto", true, false, .added),
    ("aes256", true, false, .added), ("auto", false, true, .dropped),
    ("none", true, true, .dropped),
    ("auto", false, false, nil), ("none", true, false, nil),
  ])
  func theLedgerSays(
    choice: String, hasPassword: Bool, wasEncrypted: Bool, expected: LedgerEntry.Action?
  ) throws {
    var archive = MemoryArchive()
    archive.add("a", .bytes([1])) { $0.isEncrypted = wasEncrypted }
    let writing = Writing(settings: ["encryption": choice], password: hasPassword ? "x" : nil)
    let ledger = try writing(archive.archive(.directory)).ledger
    #expect(ledger.first { $0.what == "encryption" }?.action == expected)
  }

  @Test func withoutAPassword() {
    let writing = Writing(settings: ["encryption": "aes256"])
    #expect(code { _ = try writing(MemoryArchive().archive(.directory)) } == .missingPassword)
  }
}
