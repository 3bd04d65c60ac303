import Foundation
import TestSupport
import Testing

/// What becomes of the results of an earlier run when a later one would make others.
@Suite struct EarlierResultTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for name in ["in/a.jpg", "in/b.jpg", "in/c.jpg"] {
      try scratch.copy(Places.fixture("camera.jpg"), as: name)
    }
    #expect(try run().status == 0)
  }

  private func run(_ more: String...) throws -> Program.Result {
    try Program.run(
      Program.fairy, ["convert", "-r", "in", "--to", "png", "-o", "out"] + more, in: scratch.path)
  }

  private func results() throws -> [[UInt8]] {
    try ["out/a.png", "out/b.png", "out/c.png"].map(scratch.bytes)
  }

  /// Whoever says by name that nothing is to be replaced means earlier results, too.
  @Test(arguments: ["fail", "skip"])
  func aPolicyThatIsNamedHolds(policy: String) throws {
    let before = try results()
    let result = try run("--resize", "20", "--on-conflict", policy)
    #expect(result.status == (policy == "fail" ? 73 : 0), "\(result.error)")
    #expect(try results() == before)
    #expect(!result.error.contains("replaces"))
    let dryRun = try run("--resize", "20", "--on-conflict", policy, "--dry-run")
    #expect(!dryRun.error.contains("replaces"))
    #expect(dryRun.error.contains(policy == "fail" ? "3 failed (outputExists)" : "3 skipped"))
    // What is done as asked for is no conflict.
    #expect(try run("--on-conflict", policy).status == 0)
  }

  @Test func whatIsReplacedIsSaidBefore() throws {
    let before = try results()
    let dryRun = try run("--resize", "20", "--dry-run")
    #expect(dryRun.error.hasPrefix("fairy: replaces 3 earlier results (other options)\n"))
    #expect(dryRun.status == 0)
    #expect(try results() == before)
    try FileManager.default.removeItem(atPath: scratch.file("in/b.jpg"))
    try scratch.copy(Places.fixture("turned.jpg"), as: "in/b.jpg")
    let result = try run("--resize", "20")
    #expect(
      result.error.hasPrefix(
        "fairy: replaces 2 earlier results (other options)\n"
          + "fairy: replaces 1 earlier result (changed inputs)\n"), "\(result.error)")
    #expect(result.status == 0)
    #expect(try zip(results(), before).allSatisfy { $0 != $1 })
    // Nothing is left to do, and nothing to be said.
    #expect(try !run("--resize", "20").error.contains("replaces"))
  }

  /// Changes a byte of a file and gives it its time back.
  private func edit(_ name: String) throws {
    let path = scratch.file(name)
    let result = try Program.shell(
      """
      touch -r \(name) time
      printf x | dd of=\(name) bs=1 seek=60 conv=notrunc status=none
      touch -r time \(name); rm time
      """, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func anEditThatKeepsSizeAndTimeIsNotReplaced() throws {
    try edit("out/b.png")
    let before = try results()
    let dryRun = try run("--resize", "20", "--dry-run")
    #expect(dryRun.error.hasPrefix("fairy: replaces 2 earlier results (other options)\n"))
    #expect(dryRun.status == 73)
    let result = try run("--resize", "20")
    #expect(result.status == 73)
    #expect(result.error.contains("out/b.png"), "\(result.error)")
    let after = try results()
    #expect(after[1] == before[1])
    #expect(after[0] != before[0] && after[2] != before[2])
  }

  /// Lines of versions that noted no digests: size and time decide.
  @Test func olderJournalsAreUnderstood() throws {
    let journal = String(decoding: try scratch.bytes("out.fairy-journal"), as: UTF8.self)
    #expect(journal.contains(/"digest":"crc32:[0-9a-f]{8}"/))
    let older = journal.replacing(/,"digest":"[^"]*"/, with: "")
      .replacing(/"inputModified":\d+,/, with: "")
    try scratch.write(Array(older.utf8), to: "out.fairy-journal")
    try edit("out/b.png")
    let before = try results()
    #expect(try run("--dry-run").error.contains("3 done before"))
    let result = try run("--resize", "20")
    #expect(
      result.error.hasPrefix(
        "fairy: replaces 3 earlier results (other options or changed inputs)\n"))
    #expect(result.status == 0)
    #expect(try zip(results(), before).allSatisfy { $0 != $1 })
  }
}
