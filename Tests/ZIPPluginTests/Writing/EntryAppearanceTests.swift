import ArchiveModel
import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import ZIPPlugin

@Suite("What archives say of their entries")
struct EntryAppearanceTests {
  @Test(.enabled(if: Peer.present.contains(.python3)))
  func namesSayThatTheyAreUTF8OnlyWhereTheyNeedTo() throws {
    var archive = MemoryArchive()
    archive.add("plain", text: "a")
    archive.add("ümlaut", text: "b")
    archive.add("commented", .bytes([])) { $0.comment = "ß" }
    archive.add("", .bytes([])) { $0.path = EntryPath([0x61, 0xFF]) }
    let list = try ListedEntry.list(try Writing()(archive.archive(.directory)).bytes)
    #expect(list.map { $0.flags & 0x800 != 0 } == [false, true, true, false])
    #expect(list.map(\.comment) == ["", "", "ß", ""])
  }

  @Test func bytesOfUnknownEncodingStay() throws {
    var archive = MemoryArchive()
    archive.add("", .bytes([])) {
      $0.path = EntryPath([0x61, 0xFF])
      $0.comment = "ß"
    }
    let written = try Writing()(archive.archive(.directory))
    #expect(written.bytes[30..<32] == [0x61, 0xFF])
    #expect(written.ledger.contains { $0.what == "comments" && $0.action == .dropped })
  }

  @Test(.enabled(if: Peer.present.contains(.unzip)), arguments: MemoryArchive.Access.allCases)
  func linksStayLinks(access: MemoryArchive.Access) throws {
    var archive = MemoryArchive()
    archive.add("sub/file", text: "content")
    archive.add(link: "link", to: "sub/file")
    archive.add("late", .bytes(Array("sub".utf8)), kind: .link)
    let folder = try #require(try Peer.unzip.unpack(try Writing()(archive.archive(access)).bytes))
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("link")) == "sub/file")
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.file("late")) == "sub")
    #expect(try folder.bytes("link") == Array("content".utf8))
  }

  @Test(arguments: MemoryArchive.Access.allCases)
  func aLinkWhoseContentLeadsOutIsRefused(access: MemoryArchive.Access) {
    var archive = MemoryArchive()
    archive.add("late", .bytes(Array("../../etc".utf8)), kind: .link)
    #expect(code { _ = try Writing()(archive.archive(access)) } == .unsafeEntry)
  }

  @Test(.enabled(if: Peer.present.contains(.python3)), arguments: MemoryArchive.Access.allCases)
  func hardLinksBecomeFiles(access: MemoryArchive.Access) throws {
    var archive = MemoryArchive()
    archive.add("first", text: "one")
    archive.add("large", .bytes(prose(2_000_000)))
    archive.add(hardLink: "second", to: "./first")
    archive.add(hardLink: "large 2", to: "large")
    archive.add(hardLink: "third", to: "second")
    archive.add(hardLink: "large 3", to: "large")
    archive.add("last", text: "last")
    let written = try Writing()(archive.archive(access))
    let folder = try #require(try Peer.python3.unpack(written.bytes))
    #expect(
      Set(folder.names) == ["first", "large", "second", "large 2", "third", "large 3", "last"])
    for name in ["first", "second", "third"] {
      #expect(try folder.bytes(name) == Array("one".utf8))
    }
    for name in ["large", "large 2", "large 3"] {
      #expect(try folder.bytes(name) == prose(2_000_000))
    }
    #expect(written.ledger.contains { $0.what == "hard links" && $0.action == .changed })
  }

  @Test(arguments: MemoryArchive.Access.allCases)
  func aHardLinkToNothingIsDamage(access: MemoryArchive.Access) {
    var archive = MemoryArchive()
    archive.add(hardLink: "second", to: "first")
    archive.add("first", text: "too late")
    #expect(code { _ = try Writing()(archive.archive(access)) } != nil)
  }

  @Test(.enabled(if: Peer.present.contains(.unzip)))
  func commentsAreKept() throws {
    var archive = MemoryArchive(comment: "Grüße")
    archive.add("a", .bytes([])) { $0.comment = "of an entry" }
    let written = try Writing()(archive.archive(.directory))
    #expect(written.bytes.suffix(9) == [7, 0] + Array("Grüße".utf8))
    #expect(try ListedEntry.list(written.bytes).map(\.comment) == ["of an entry"])
  }

  @Test func aCommentThatLooksLikeTheEndIsLeftOut() throws {
    let archive = MemoryArchive(comment: "PK\u{5}\u{6}" + String(repeating: "\0", count: 18))
    let written = try Writing()(archive.archive(.directory))
    #expect(written.bytes.count == 22)
    #expect(written.ledger.contains { $0.what == "comment" && $0.action == .dropped })
  }

  @Test func namesHaveABound() {
    var archive = MemoryArchive()
    let deep = String(repeating: String(repeating: "d", count: 200) + "/", count: 400) + "f"
    archive.add(deep, text: "x")
    #expect(code { _ = try Writing()(archive.archive(.directory)) } != nil)
  }
}

@Suite("DOS times")
struct DOSTimeTests {
  @Test(arguments: [
    (315_532_800, DOSTime(date: 0x0021, time: 0)),
    (0, DOSTime.earliest),
    (-5_000_000_000_000, .earliest),
    (.min, .earliest),
    (4_354_819_199, .latest),
    (4_354_819_200, .latest),
    (.max, .latest),
    // 2023-11-14 22:13:21
    (1_700_000_001, DOSTime(date: 43 << 9 | 11 << 5 | 14, time: 22 << 11 | 13 << 5 | 10)),
  ])
  func ofWallClocks(seconds: Int, expected: DOSTime) {
    #expect(DOSTime(Timestamp(seconds: seconds, isWallClock: true)) == expected)
  }

  @Test func momentsAreExactAndWallClocksHaveNoZone() throws {
    var archive = MemoryArchive()
    archive.add("moment") { $0.modified = Timestamp(seconds: 1_700_000_001) }
    archive.add("clock") { $0.modified = Timestamp(seconds: 1_700_000_002, isWallClock: true) }
    archive.add("unknown") { $0.modified = nil }
    archive.add("future") { $0.modified = Timestamp(seconds: 1 << 33) }
    let bytes = try Writing()(archive.archive(.directory)).bytes
    let field: [UInt8] = [0x55, 0x54, 5, 0, 1, 0x01, 0xF1, 0x53, 0x65]
    let places = bytes.indices.filter { bytes[$0...].starts(with: field) }
    #expect(places.count == 2)
    #expect(bytes.indices.filter { bytes[$0...].starts(with: [0x55, 0x54, 5, 0]) }.count == 2)
  }
}
