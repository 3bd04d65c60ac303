import Foundation
import TestSupport
import Testing

/// What a second run does, and what it leaves out.
@Suite struct JournalRunTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for name in ["in/a.jpg", "in/b.jpg", "in/c/d.jpg"] {
      try scratch.copy(Places.fixture("camera.jpg"), as: name)
    }
  }

  @discardableResult
  private func run(_ more: String...) throws -> (
    done: [String], skipped: [String], failed: [String]
  ) {
    let result = try Program.run(
      Program.fairy, ["convert", "-r", "in", "--to", "png", "-o", "out", "--json"] + more,
      in: scratch.path)
    let lines = try result.objects()
    func inputs(_ status: String) -> [String] {
      lines.filter { $0["status"] as? String == status }.compactMap { $0["input"] as? String }
        .sorted()
    }
    return (inputs("done"), inputs("skipped"), inputs("failed"))
  }

  private func touch(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
      ofItemAtPath: scratch.file(name))
  }

  @Test func whatIsDoneStaysDone() throws {
    #expect(try run().done.count == 3)
    let journal = try scratch.bytes("out.fairy-journal")
    let second = try run()
    #expect(second.skipped == ["in/a.jpg", "in/b.jpg", "in/c/d.jpg"])
    #expect(second.done.isEmpty && second.failed.isEmpty)
    #expect(try scratch.bytes("out.fairy-journal") == journal)
  }

  @Test func whatIsNewIsDone() throws {
    try run()
    try scratch.copy(Places.fixture("camera.jpg"), as: "in/e.jpg")
    #expect(try run().done == ["in/e.jpg"])
  }

  @Test func whatIsGoneIsDoneAgain() throws {
    try run()
    try FileManager.default.removeItem(atPath: scratch.file("out/b.png"))
    #expect(try run().done == ["in/b.jpg"])
  }

  /// A changed input is done again, over its own earlier result and nothing else.
  @Test func whatHasChangedIsDoneAgain() throws {
    try run()
    let before = try scratch.bytes("out/a.png")
    try FileManager.default.removeItem(atPath: scratch.file("in/a.jpg"))
    try scratch.copy(Places.fixture("turned.jpg"), as: "in/a.jpg")
    #expect(try run().done == ["in/a.jpg"])
    #expect(try scratch.bytes("out/a.png") != before)
    #expect(try run().done.isEmpty)
  }

  @Test func anotherOptionIsDoneAgain() throws {
    try run()
    let whole = try scratch.bytes("out/a.png").count
    #expect(try run("--resize", "20").done.count == 3)
    #expect(try scratch.bytes("out/a.png").count < whole)
    #expect(try run("--resize", "20").done.isEmpty)
    #expect(try run().done.count == 3)
    #expect(try scratch.bytes("out/a.png").count == whole)
  }

  /// A result that somebody changed since is somebody's, not ours.
  @Test func foreignFilesAreLeftAlone() throws {
    try run()
    try scratch.write([1, 2, 3], to: "out/a.png")
    try touch("in/a.jpg")
    let second = try run()
    #expect(second.failed == ["in/a.jpg"])
    #expect(try scratch.bytes("out/a.png") == [1, 2, 3])
    // What stood in the way is no fault of the file: once it is gone, the file is done.
    try FileManager.default.removeItem(atPath: scratch.file("out/a.png"))
    #expect(try run().done == ["in/a.jpg"])
  }

  @Test func failuresAreRememberedUntilTheyAreRetried() throws {
    try scratch.write(Array(try Places.fixtureBytes("camera.jpg").prefix(900)), to: "in/bad.jpg")
    #expect(try run().failed == ["in/bad.jpg"])
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "out", in: scratch.path)
    #expect(result.status == 65)
    #expect(result.error.contains("(in an earlier run; --retry-failed tries again)"))
    #expect(
      result.error.contains("0 done, 3 skipped (3 done before), 1 failed (damagedInput)"),
      "\(result.error)")
    let again = try run("--retry-failed")
    #expect(again.failed == ["in/bad.jpg"])
    try FileManager.default.removeItem(atPath: scratch.file("in/bad.jpg"))
    try scratch.copy(Places.fixture("camera.jpg"), as: "in/bad.jpg")
    #expect(try run().done == ["in/bad.jpg"])
  }

  @Test func aJournalServesOneRunAtATime() throws {
    let result = try Program.shell(
      """
      exec 9>>j; flock 9
      "$FAIRY" convert in/a.jpg in/b.jpg --to png -o out/ --journal j; echo $?
      """, in: scratch.path)
    #expect(result.text == "64\n")
    #expect(result.error.contains("is the journal of a run that is going on"))
    #expect(!scratch.names.contains("out/a.png"))
  }

  @Test func noJournalWhereNoneIsWanted() throws {
    try run("--no-journal")
    #expect(!scratch.names.contains { $0.contains("journal") })
    let second = try run("--no-journal")
    #expect(second.failed.count == 3)
  }

  @Test func retryingNeedsAJournal() throws {
    let result = try Program.fairy(
      "convert", "in/a.jpg", "--to", "png", "--retry-failed", in: scratch.path)
    #expect(result.status == 64)
  }

  /// Raising a limit is for what failed; what is done stays done.
  @Test func anotherLimitLeavesWhatIsDone() throws {
    try run()
    let second = try run("--limit", "seconds=99", "--on-conflict", "overwrite")
    #expect(second.skipped.count == 3)
  }

  /// A file of the user's that a new option would write over is not fairy's.
  @Test func companionsOfTheUserAreLeftAlone() throws {
    try FileManager.default.removeItem(atPath: scratch.file("in"))
    try scratch.copy(Places.fixture("alpha.heic"), as: "in/a.heic")
    #expect(try run().done.count == 1)
    try scratch.write([7], to: "out/a-2.png")
    try scratch.write([7], to: "out/a-depth.png")
    try run("--set", "images=all", "--resize", "9")
    #expect(try scratch.bytes("out/a-2.png") == [7])
    #expect(try scratch.bytes("out/a-depth.png") == [7])
  }

  @Test func aJournalGetsItsFolder() throws {
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "new/er/out", in: scratch.path)
    #expect(result.status == 0)
    #expect(scratch.names.contains("new/er/out.fairy-journal"))
  }

  /// A dry run knows what a run would leave out, and takes no note.
  @Test func aDryRunLooksAtTheJournal() throws {
    try run()
    let journal = try scratch.bytes("out.fairy-journal")
    try touch("in/b.jpg")
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "out", "--dry-run", in: scratch.path)
    #expect(result.status == 0)
    #expect(result.lines.count == 1)
    #expect(result.error.contains("1 to convert, 2 skipped (2 done before)"), "\(result.error)")
    #expect(try scratch.bytes("out.fairy-journal") == journal)
  }
}
