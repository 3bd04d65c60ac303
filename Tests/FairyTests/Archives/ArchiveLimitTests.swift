import Foundation
import TestSupport
import Testing

/// Every limit is named when it is hit, with the value that helps.
@Suite struct ArchiveLimitTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(
      ZIPBytes("a=\(String(repeating: "x", count: 900))", "b=1", "d/", "d/c=2"), to: "z.zip")
  }

  /// - Returns: the value that the message names.
  private func refused(_ words: [String], by limit: String) throws -> String {
    let before = try scratch.tree()
    let result = try Program.run(Program.fairy, words, in: scratch.path)
    #expect(result.status == 75, "\(result.error)")
    #expect(result.output.isEmpty)
    #expect(try scratch.tree() == before)
    let pattern = try Regex("--limit \(limit)=([0-9]+)", as: (Substring, Substring).self)
    return String(try #require(result.error.firstMatch(of: pattern)?.output.1))
  }

  @Test(arguments: [
    ("entries", "3", "4"), ("expanded", "901", "902"), ("output", "899", "900"),
    ("input", "100", nil),
  ])
  func raisingItHelps(limit: String, low: String, enough: String?) throws {
    let words = ["extract", "z.zip", "-o", "out", "--limit"]
    let value = try refused(words + ["\(limit)=\(low)"], by: limit)
    if let enough { #expect(value == enough) }
    let result = try Program.run(
      Program.fairy, words + ["\(limit)=\(value)"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.things("out").count == 4)
  }

  /// Two megabytes of nothing, which fairy packs into two kilobytes.
  @Test(arguments: ["extract", "convert"])
  func ratio(verb: String) throws {
    try scratch.write([UInt8](repeating: 0, count: 2 << 20), to: "nothing/zeros")
    #expect(try Program.fairy("convert", "nothing", "--to", "zip", in: scratch.path).status == 0)
    let words = [verb, "nothing.zip", "-o", "out"] + (verb == "convert" ? ["--to", "folder"] : [])
    let value = try refused(words, by: "ratio")
    #expect(try #require(Int(value)) > 200)
    let raised = try Program.run(
      Program.fairy, words + ["--limit", "ratio=\(value)"], in: scratch.path)
    #expect(raised.status == 0, "\(raised.error)")
    #expect(try scratch.bytes("out/zeros").count == 2 << 20)
  }

  @Test func ratioOfAWholeTar() throws {
    try scratch.write([UInt8](repeating: 0, count: 4 << 20), to: "nothing/zeros")
    let packed = try Program.shell("tar czf nothing.tar.gz nothing", in: scratch.path)
    #expect(packed.status == 0)
    let words = ["extract", "nothing.tar.gz", "-o", "out"]
    let value = try refused(words, by: "ratio")
    let raised = try Program.run(
      Program.fairy, words + ["--limit", "ratio=\(value)0"], in: scratch.path)
    #expect(raised.status == 0, "\(raised.error)")
  }

  @Test(arguments: [
    ["open", "z.zip"], ["open", "--json", "z.zip"], ["extract", "z.zip", "-o", "-"],
  ])
  func entriesOnEveryVerb(words: [String]) throws {
    let result = try Program.run(
      Program.fairy, words + ["--limit", "entries=3"], in: scratch.path)
    #expect(result.status == 75)
    #expect((result.error + result.text).contains("--limit entries=4"))
  }

  @Test func aPrintedContentIsAnOutput() throws {
    let words = ["extract", "z.zip", "a", "-o", "-", "--limit"]
    #expect(try refused(words + ["output=899"], by: "output") == "900")
    #expect(try refused(words + ["expanded=899"], by: "expanded") == "900")
  }

  /// Those that are not asked for cost nothing.
  @Test func onlyWhatIsTakenCounts() throws {
    let result = try Program.fairy(
      "extract", "z.zip", "b", "--limit", "expanded=1", "--limit", "output=1", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.bytes("b") == [0x31])
  }

  @Test func nesting() throws {
    var archive = ZIPBytes("f=1")
    for name in ["3", "2", "1"] {
      var outer = ZIPBytes()
      outer.entries.append(ZIPBytes.Entry(Array("\(name).zip".utf8), "", mode: 0o100644))
      archive = outer.last { [archive] in $0.content = archive.bytes }
    }
    try scratch.write(archive, to: "0.zip")
    for words in [
      ["extract", "0.zip//1.zip//2.zip//3.zip", "-o", "out"],
      ["convert", "0.zip//1.zip//2.zip//3.zip", "--to", "folder", "-o", "out"],
    ] {
      #expect(try refused(words + ["--limit", "nesting=2"], by: "nesting") == "3")
      let raised = try Program.run(
        Program.fairy, words + ["--limit", "nesting=3"], in: scratch.path)
      #expect(raised.status == 0, "\(raised.error)")
      #expect(try scratch.bytes("out/f") == [0x31])
      try FileManager.default.removeItem(atPath: scratch.file("out"))
    }
  }
}
