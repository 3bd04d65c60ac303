import ArchiveModel
import ConverterCore
import Testing

@testable import ZIPPlugin

@Suite("The same contents become the same bytes")
struct ReproducibleTests {
  private let reproducible = Writing(settings: ["reproducible": "true"])

  private func archive(_ paths: [String], seconds: Int, permissions: UInt16) -> MemoryArchive {
    var archive = MemoryArchive()
    for path in paths {
      archive.add(path, .bytes(prose(path.count * 1000))) {
        $0.modified = Timestamp(seconds: seconds, nanoseconds: 5)
        $0.permissions = permissions
      }
    }
    archive.add("large", .bytes(prose(2_500_000)))
    return archive
  }

  @Test func whateverOrderTimesAndUmask() throws {
    let one = try reproducible(
      archive(["b", "a/ä", "a.b", "c"], seconds: 1, permissions: 0o600).archive(.directory))
    let other = try reproducible(
      archive(["c", "a.b", "b", "a/ä"], seconds: 1_800_000_000, permissions: 0o664)
        .archive(.directory))
    #expect(one.bytes == other.bytes)
    let times = LedgerEntry("times", .dropped, why: "a reproducible archive keeps none")
    #expect(one.ledger.contains(times))
  }

  @Test func whateverNumberOfThreads() throws {
    let archive = archive(["b", "a", "c"], seconds: 1, permissions: 0o600).archive(.directory)
    var one = reproducible
    one.threads = 1
    var four = reproducible
    four.threads = 4
    #expect(try one(archive).bytes == four(archive).bytes)
  }

  @Test(.enabled(if: Peer.present.contains(.python3)))
  func entriesAreSortedAndPlain() throws {
    var archive = MemoryArchive()
    archive.add("b", text: "b") { $0.permissions = 0o700 }
    archive.add(folder: "a")
    archive.add("a.txt", text: "a") { $0.permissions = 0o640 }
    archive.add("a/z", text: "z")
    let list = try ListedEntry.list(try reproducible(archive.archive(.directory)).bytes)
    #expect(list.map(\.name) == ["a/", "a.txt", "a/z", "b"])
    #expect(list.map(\.mode) == [0o040755, 0o100644, 0o100644, 0o100755])
    #expect(list.allSatisfy { $0.date == [1980, 1, 1, 0, 0, 0] })
  }

  @Test func exactBytes() throws {
    var archive = MemoryArchive()
    archive.add("é", text: "hi")
    let local: [UInt8] =
      [0x50, 0x4B, 3, 4, 10, 0, 0, 8, 0, 0, 0, 0, 0x21, 0]
      + [0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0xC3, 0xA9]
    let central: [UInt8] =
      [0x50, 0x4B, 1, 2, 63, 3, 10, 0, 0, 8, 0, 0, 0, 0, 0x21, 0]
      + [0xAC, 0x2A, 0x93, 0xD8, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0xA4, 0x81, 0, 0, 0, 0, 0xC3, 0xA9]
    let end: [UInt8] =
      [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 48, 0, 0, 0, 34, 0, 0, 0, 0, 0]
    #expect(
      try reproducible(archive.archive(.directory)).bytes == local + Array("hi".utf8) + central
        + end)
  }

  @Test func encryptionIsRefused() {
    var writing = reproducible
    writing.password = "secret"
    #expect(code { _ = try writing(MemoryArchive().archive(.directory)) } == .usage)
    writing.settings["encryption"] = "none"
    #expect(code { _ = try writing(MemoryArchive().archive(.directory)) } == nil)
  }
}

extension MemoryArchive {
  fileprivate mutating func add(
    _ path: String, text: String, _ change: (inout Entry) -> Void
  ) {
    add(path, .bytes(Array(text.utf8)), change)
  }
}
