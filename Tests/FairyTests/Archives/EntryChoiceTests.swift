import Foundation
import TestSupport
import Testing

/// Which entries are taken, and their contents on standard output.
@Suite struct EntryChoiceTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(
      ZIPBytes(
        "docs/", "docs/a.txt=A", "docs/deep/", "docs/deep/b.txt=B", "docs/c.md=C", "docsx/d.txt=D",
        "empty/", "l>docs/a.txt", "[x].txt=X", "ä.txt=Ä"), to: "z.zip")
  }

  private func extract(_ words: [String]) throws -> Program.Result {
    try Program.run(Program.fairy, ["extract", "z.zip"] + words, in: scratch.path)
  }

  @Test(arguments: [
    (["docs"], ["docs/", "docs/a.txt", "docs/c.md", "docs/deep/", "docs/deep/b.txt"]),
    (["docs/"], ["docs/", "docs/a.txt", "docs/c.md", "docs/deep/", "docs/deep/b.txt"]),
    (["./docs/deep"], ["docs/", "docs/deep/", "docs/deep/b.txt"]),
    (["docs/a.txt"], ["docs/", "docs/a.txt"]),
    (["docs/*.txt"], ["docs/", "docs/a.txt"]),
    (["doc?/a.*", "docsx"], ["docs/", "docs/a.txt", "docsx/", "docsx/d.txt"]),
    (
      ["**/*.txt"],
      [
        "%5Bx].txt", "docs/", "docs/a.txt", "docs/deep/", "docs/deep/b.txt", "docsx/",
        "docsx/d.txt", "ä.txt",
      ]
    ),
    (["*.txt"], ["%5Bx].txt", "ä.txt"]), (["[x].txt"], ["%5Bx].txt"]), (["empty"], ["empty/"]),
    (["l"], ["l"]), (["a\u{308}.txt"], ["ä.txt"]),
  ])
  func byPathFolderAndPattern(entries: [String], expected: [String]) throws {
    let result = try extract(entries + ["-o", "out"])
    #expect(result.status == 0, "\(result.error)")
    let names = scratch.names.filter { $0.hasPrefix("out/") }.map { String($0.dropFirst(4)) }
    let wanted = expected.map { name in
      (name.hasSuffix("/") ? String(name.dropLast()) : name).replacing("%5B", with: "[")
    }
    #expect(names.sorted() == wanted.sorted())
  }

  /// The one thing that is left is no reason for a folder around it.
  @Test func whatIsTakenDecidesOnTheFolder() throws {
    #expect(try extract(["docs/a.txt"]).status == 0)
    #expect(try extract(["empty", "ä.txt"]).status == 0)
    #expect(
      scratch.names == ["docs", "docs/a.txt", "z", "z.zip", "z/empty", "z/ä.txt"])
  }

  @Test(arguments: [["nothing"], ["docs/a.txt", "nothing"], ["DOCS"], ["*.png"], ["a.txt"]])
  func whatIsNotThereIsSaid(entries: [String]) throws {
    let before = try scratch.tree()
    for more in [[], ["-o", "out"], ["-o", "-"], ["--keep-going"]] {
      let result = try extract(entries + more)
      #expect(result.status == 66, "\(result.error)")
      #expect(result.output.isEmpty)
      #expect(result.error.contains("no entry \"\(entries.last ?? "")\""))
      #expect(try scratch.tree() == before)
    }
  }

  @Test(arguments: [
    (["docs/a.txt"], "A"), (["docs"], "ABC"), (["docs/deep/b.txt", "docs/a.txt"], "AB"),
    (["**/*.md"], "C"), (["[x].txt"], "X"),
  ])
  func contents(entries: [String], expected: String) throws {
    let before = try scratch.tree()
    let result = try extract(entries + ["-o", "-"])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text == expected)
    #expect(result.error.isEmpty)
    #expect(try scratch.tree() == before)
  }

  @Test(arguments: ["empty", "l"])
  func thereIsNoContent(entry: String) throws {
    let result = try extract([entry, "-o", "-"])
    #expect(result.status == 66)
    #expect(result.output.isEmpty)
  }

  /// Half a content is worse than none.
  @Test func nothingIsPrintedOnFailure() throws {
    let damaged = ZIPBytes("a=good", "b=bad").last { $0.checksumError = 1 }
    try scratch.write(damaged, to: "z.zip")
    let result = try extract(["-o", "-"])
    #expect(result.status == 65)
    #expect(result.output.isEmpty)
    let rest = try extract(["-o", "-", "--keep-going"])
    #expect(rest.status == 65)
    #expect(rest.text == "good")
    #expect(rest.error.contains("left out"))
  }

  @Test func archivesInArchives() throws {
    try scratch.write(ZIPBytes("x=1"), to: "x.zip")
    var outer = ZIPBytes()
    outer.entries.append(ZIPBytes.Entry(Array("in/z.zip".utf8), "", mode: 0o100644))
    outer = outer.last { $0.content = (try? scratch.bytes("z.zip")) ?? [] }
    try scratch.write(outer, to: "o/outer.zip")
    func run(_ words: String...) throws -> Int32 {
      try Program.run(Program.fairy, ["extract"] + words, in: scratch.path).status
    }
    #expect(try run("o/outer.zip//in/z.zip", "docs/a.txt") == 0)
    #expect(try run("o/outer.zip//in/z.zip//docs/deep/", "-o", "deep") == 0)
    #expect(try run("o/outer.zip//in/z.zip//*.txt", "-o", "text") == 0)
    #expect(try run("o/outer.zip//in/none.zip") == 66)
    #expect(
      scratch.names.filter { !$0.hasSuffix(".zip") } == [
        "deep", "deep/docs", "deep/docs/deep", "deep/docs/deep/b.txt", "o", "o/docs",
        "o/docs/a.txt", "text", "text/[x].txt", "text/ä.txt",
      ])
  }
}
