import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Symbolic links are made last, and none leads out.
@Suite struct OutputFolderLinkTests {
  private let disk: FilledFolder

  init() throws { disk = try FilledFolder() }

  @Test(arguments: [
    ("l", "a", 0), ("l", "a/b", 0), ("l", "./a", 0), ("d/l", "../a", 0), ("d/l", "..", 0),
    ("d/e/l", "..", 1), ("d/e/l", "x", 2), ("d/e/l", "../../x", 0), ("l", ".", 0),
  ])
  func leadsInside(path: String, target: String, depth: Int) {
    #expect(OutputFolder.depth(ofLink: Array(path.utf8), to: Array(target.utf8)) == depth)
  }

  @Test(arguments: [
    ("l", ""), ("l", "/"), ("l", "/etc/passwd"), ("l", ".."), ("l", "../a"), ("d/l", "../.."),
    ("d/l", "../../a"), ("l", "a/.."), ("l", "a/../.."), ("d/l", "./.././.."), ("l", "a\0b"),
    ("", "a"),
  ])
  func leadsOut(path: String, target: String) throws {
    #expect(OutputFolder.depth(ofLink: Array(path.utf8), to: Array(target.utf8)) == nil)
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "d/x=1")
    try output.addLink(Array(path.utf8), to: Array(target.utf8))
    let error = #expect(throws: ConversionError.self) { try output.publish() }
    #expect(error?.code == .unsafeEntry)
    #expect(disk.scratch.names == [])
  }

  @Test(arguments: ["../l", "/tmp/l", "d/../l", "d//l", "./l", "d/", "d/l\0"])
  func isAtAnUnsafePath(path: String) throws {
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "d/x=1")
    try output.addLink(Array(path.utf8), to: Array("x".utf8))
    let error = #expect(throws: ConversionError.self) { try output.publish() }
    #expect(error?.code == .unsafeEntry)
    #expect(disk.scratch.names == [])
  }

  @Test func isMadeAndFoldersKeepTheirTimes() throws {
    let output = try disk.output("out", .whole)
    try FilledFolder.fill(output, "d/e/a=1")
    let root = try OpenFolder(reopening: output.descriptor)
    try root.folder("d/e".utf8).setTimes(FileTimes(modified: 1000, nanoseconds: 123))
    try root.folder("d".utf8).setTimes(FileTimes(modified: 2000, nanoseconds: 456))
    for (path, target) in [("d/e/l", "a"), ("d/k", "e/l"), ("d/e/m", "../k"), ("z", "d")] {
      try output.addLink(Array(path.utf8), to: Array(target.utf8))
    }
    _ = try output.publish()
    let lines = try FolderTree.lines(disk.scratch.file("out"))
    #expect(lines.contains("folder 755 d @2000.456"))
    #expect(lines.contains("folder 755 d/e @1000.123"))
    let links = try FolderTree.lines(disk.scratch.file("out"), times: false)
      .filter { $0.hasPrefix("link") }
    #expect(
      links == ["link - d/e/l -> a", "link - d/e/m -> ../k", "link - d/k -> e/l", "link - z -> d"])
    #expect(try disk.scratch.bytes("out/z/k") == [UInt8(ascii: "1")])
  }

  @Test func nothingIsMadeThroughALinkOrInPlaceOfSomething() throws {
    for links in [
      [("l", "d"), ("l/m", "x")], [("d", "a")], [("a", "d")], [("l", "d"), ("l", "a")],
    ] {
      let output = try disk.output("out", .whole)
      try FilledFolder.fill(output, "d/x=1", "a=1")
      for (path, target) in links { try output.addLink(Array(path.utf8), to: Array(target.utf8)) }
      let error = #expect(throws: ConversionError.self, "\(links)") { try output.publish() }
      #expect(error?.code == .unsafeEntry)
    }
    #expect(disk.scratch.names == [])
  }

  @Test func doesNotLeaveTheThingThatStandsForTheFolder() throws {
    func publish(_ things: String...) throws -> [String] {
      let output = try disk.output("out", .unwrapped)
      for thing in things { try FilledFolder.fill(output, thing) }
      return try output.publish(conflict: .rename).names
    }
    #expect(try publish("a/b=1", "a/l>b") == ["a"])
    #expect(throws: ConversionError.self) { try publish("a/b=1", "a/l>../secret") }
    #expect(try publish("a/b=1", "c=1", "a/l>../c") == ["out"])
  }

  @Test func isLimitedInNumber() throws {
    let output = try disk.output("out", .whole)
    let target = [UInt8](repeating: 0x61, count: 16 << 20)
    let error = #expect(throws: ConversionError.self) {
      for number in 0..<20 { try output.addLink(Array("l\(number)".utf8), to: target) }
    }
    #expect(error?.code == .limitExceeded)
  }
}
