import TestSupport
import Testing

/// What happens when something stands where the output goes.
@Suite struct ConflictTests {
  private func run(_ policy: String...) throws -> (Program.Result, ScratchFolder) {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    try scratch.write([1, 2, 3], to: "a.jpg")
    let words = ["convert", "a.png", "--to", "jpeg"] + policy
    return (try Program.run(Program.fairy, words, in: scratch.path), scratch)
  }

  @Test func failIsTheDefault() throws {
    let (result, scratch) = try run()
    #expect(result.status == 73)
    #expect(result.error.hasPrefix("fairy: a.jpg: exists already and was left as it is"))
    #expect(try scratch.bytes("a.jpg") == [1, 2, 3])
    #expect(scratch.names == ["a.jpg", "a.png"])
  }

  @Test func skip() throws {
    let (result, scratch) = try run("--on-conflict", "skip")
    #expect(result.status == 0)
    #expect(result.text == "a.png  skipped: a.jpg exists\n")
    #expect(try scratch.bytes("a.jpg") == [1, 2, 3])
  }

  @Test func rename() throws {
    let (result, scratch) = try run("--on-conflict", "rename")
    #expect(result.status == 0)
    #expect(scratch.names == ["a-2.jpg", "a.jpg", "a.png"])
    #expect(try scratch.bytes("a.jpg") == [1, 2, 3])
    #expect(try scratch.bytes("a-2.jpg").starts(with: [0xFF, 0xD8]))
  }

  @Test func overwrite() throws {
    let (result, scratch) = try run("--on-conflict", "overwrite")
    #expect(result.status == 0)
    #expect(scratch.names == ["a.jpg", "a.png"])
    #expect(try scratch.bytes("a.jpg").starts(with: [0xFF, 0xD8]))
  }

  @Test func anInputIsNotItsOwnVictim() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let before = try scratch.bytes("a.jpg")
    let result = try Program.fairy("convert", "a.jpg", "--to", "jpeg", in: scratch.path)
    #expect(result.status == 73)
    #expect(result.error.contains("would be replaced by its own result"))
    #expect(try scratch.bytes("a.jpg") == before)
    let explicit = try Program.fairy(
      "convert", "a.jpg", "--to", "jpeg", "--on-conflict", "overwrite", in: scratch.path)
    #expect(explicit.status == 0)
    #expect(explicit.error == "fairy: a.jpg: warning: the input itself is replaced\n")
  }

  @Test func aFailedOverwriteLeavesWhatWasThere() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("bad/truncated.png"), as: "a.png")
    try scratch.write([1, 2, 3], to: "a.jpg")
    let result = try Program.fairy(
      "convert", "a.png", "--to", "jpeg", "--on-conflict", "overwrite", in: scratch.path)
    #expect(result.status == 65)
    #expect(try scratch.bytes("a.jpg") == [1, 2, 3])
    #expect(scratch.names == ["a.jpg", "a.png"])
  }
}
