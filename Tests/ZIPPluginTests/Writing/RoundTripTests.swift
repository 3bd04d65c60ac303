import ArchiveModel
import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import ZIPPlugin

@Suite("Archives that other programs unpack")
struct RoundTripTests {
  /// Contents of every kind that is written in its own way.
  static let tree: MemoryArchive = {
    var tree = MemoryArchive()
    tree.add(folder: "empty folder")
    tree.add("empty.txt")
    tree.add("a", text: "x")
    tree.add("short.txt", text: "short and not worth compressing")
    tree.add("sub/prose.txt", .bytes(prose(75_000)))
    tree.add("sub/noise.bin", .bytes(noise(300_000)))
    tree.add("sub/exactly one block", .bytes(prose(1 << 20)))
    tree.add("sub/one byte more", .bytes(prose(1 << 20 + 1)))
    tree.add("large prose", .bytes(prose(3_500_000, seed: 2)))
    tree.add("large noise", .bytes(noise(2_200_000, seed: 3)))
    tree.add("large mix", .bytes(prose(1_300_000) + noise(1_300_000) + prose(1_300_000)))
    tree.add("zeros", .bytes(Array(repeating: 0, count: 2 << 20)))
    tree.add("名前/日本語 😀 é.txt", text: "names in UTF-8")
    tree.add("-dash and 'quotes' \"\".txt", text: "odd")
    tree.add(String(repeating: "n", count: 250), text: "long")
    tree.add("run.sh", .bytes(Array("#!/bin/sh\n".utf8))) { $0.permissions = 0o750 }
    return tree
  }()

  @Test(arguments: Peer.present, MemoryArchive.Access.allCases)
  func unpacks(peer: Peer, access: MemoryArchive.Access) throws {
    let written = try Writing()(Self.tree.archive(access))
    let folder = try #require(try peer.unpack(written.bytes))
    for item in Self.tree.items {
      let name = String(decoding: item.entry.path.bytes, as: UTF8.self)
      guard case .bytes(let bytes) = item.content, item.entry.kind == .file else {
        #expect(folder.names.contains(name))
        continue
      }
      #expect(try folder.bytes(name) == bytes, "\(name)")
      // 7z and Python leave out some of these.
      guard peer == .unzip || peer == .bsdtar else { continue }
      let status = try #require(folder.status(name))
      #expect(status.mode & 0o777 == UInt32(item.entry.permissions ?? 0), "\(name)")
      #expect(status.modified == item.entry.modified?.seconds, "\(name)")
    }
  }

  @Test(arguments: [0, 9], [MemoryArchive.Access.directory, .unknownSizes])
  func everyLevel(level: Int, access: MemoryArchive.Access) throws {
    guard Peer.present.contains(.python3) else { return }
    let written = try Writing(settings: ["level": "\(level)"])(Self.tree.archive(access))
    let folder = try #require(try Peer.python3.unpack(written.bytes))
    for item in Self.tree.items where item.entry.kind == .file {
      guard case .bytes(let bytes) = item.content else { continue }
      #expect(try folder.bytes(String(decoding: item.entry.path.bytes, as: UTF8.self)) == bytes)
    }
  }

  @Test(.enabled(if: Peer.present.contains(.python3)))
  func nothingIsLargerThanStored() throws {
    let list = try ListedEntry.list(try Writing()(Self.tree.archive(.directory)).bytes)
    let methods = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.method) })
    #expect(methods["a"] == 0)
    #expect(methods["sub/noise.bin"] == 0)
    #expect(methods["sub/prose.txt"] == 8)
    #expect(methods["sub/exactly one block"] == 8)
    for entry in list where entry.size <= 1 << 20 { #expect(entry.packed <= entry.size) }
    // Of large contents each block of 65,535 bytes takes 5 at most.
    let noise = try #require(list.first { $0.name == "large noise" })
    #expect(noise.packed <= noise.size + 5 * (noise.size / 65_535 + 3) + 2)
  }

  @Test(.enabled(if: Peer.present.contains(.python3)))
  func levelZeroStores() throws {
    let written = try Writing(settings: ["level": "0"])(Self.tree.archive(.directory))
    for entry in try ListedEntry.list(written.bytes) {
      #expect(entry.method == 0 && entry.packed == entry.size && entry.flags & 8 == 0)
    }
  }

  @Test func higherLevelsAreSmaller() throws {
    var archive = MemoryArchive()
    archive.add("whole", .bytes(prose(500_000)))
    archive.add("blocks", .bytes(prose(3_000_000)))
    let sizes = try ["1", "6", "9"].map {
      try Writing(settings: ["level": $0])(archive.archive(.directory)).bytes.count
    }
    #expect(sizes == sizes.sorted(by: >))
    #expect(sizes[2] < sizes[0])
  }

  @Test(arguments: Peer.present)
  func anEmptyArchive(peer: Peer) throws {
    let written = try Writing()(MemoryArchive().archive(.sequence))
    #expect(written.bytes == [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18))
    // unzip warns of an archive without entries, with status 1.
    guard peer != .unzip else { return }
    #expect(try #require(try peer.unpack(written.bytes)).names == [])
  }

  @Test(arguments: [2, 5], [MemoryArchive.Access.directory, .sequence])
  func anyNumberOfThreadsWritesTheSame(threads: Int, access: MemoryArchive.Access) throws {
    let archive = Self.tree.archive(access)
    let one = try Writing(settings: ["level": "1"], threads: 1)(archive).bytes
    for _ in 0..<3 {
      #expect(try Writing(settings: ["level": "1"], threads: threads)(archive).bytes == one)
    }
  }

  @Test func manyEntriesKeepTheirOrder() throws {
    var archive = MemoryArchive()
    for index in 0..<2000 {
      archive.add("e\(index)", .bytes(prose(index * 7919 % 4000, seed: UInt64(index))))
    }
    guard Peer.present.contains(.python3) else { return }
    let list = try ListedEntry.list(try Writing(threads: 4)(archive.archive(.directory)).bytes)
    #expect(list.map(\.name) == (0..<2000).map { "e\($0)" })
  }
}
