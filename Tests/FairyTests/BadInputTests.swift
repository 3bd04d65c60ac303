import Foundation
import TestSupport
import Testing

/// Files that are not what they should be: a clear error, the right status, no output.
@Suite struct BadInputTests {
  struct Bad: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int32
    let words: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Bad(name: "bad/empty.jpg", status: 65, words: "is empty"),
    Bad(name: "bad/truncated.jpg", status: 65, words: ""),
    Bad(name: "bad/truncated.png", status: 65, words: ""),
    Bad(name: "bad/truncated.heic", status: 65, words: ""),
    Bad(name: "bad/random.jpg", status: 69, words: "no kind that fairy knows"),
    Bad(name: "bad/random.png", status: 69, words: "cannot read"),
    Bad(name: "bad/random.heic", status: 69, words: "cannot read"),
    Bad(name: "bad/huge.png", status: 75, words: "--limit pixels="),
  ])
  func isRefused(bad: Bad) throws {
    let scratch = try ScratchFolder()
    let name = "in." + (bad.name.split(separator: ".").last ?? "")
    try scratch.copy(Places.fixture(bad.name), as: name)
    for target in ["jpeg", "png", "heic"] {
      let result = try Program.fairy(
        "convert", name, "--to", target, "-o", "out.\(target)", in: scratch.path)
      #expect(result.status == bad.status, "\(result.error)")
      #expect(result.error.hasPrefix("fairy: \(name): "))
      #expect(bad.words.isEmpty || result.error.contains(bad.words))
      #expect(result.output.isEmpty)
      #expect(scratch.names == [name])
    }
  }

  @Test func wrongNameConvertsWithAWarning() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("bad/jpeg-inside.HEIC"), as: "a.HEIC")
    let result = try Program.fairy("convert", "a.HEIC", "--to", "png", in: scratch.path)
    #expect(result.status == 0)
    #expect(result.error.hasPrefix("fairy: a.HEIC: warning: named .HEIC but holds a JPEG"))
    #expect(scratch.names == ["a.HEIC", "a.png"])
  }

  @Test func missingInput() throws {
    let scratch = try ScratchFolder()
    let result = try Program.fairy("convert", "no.heic", "--to", "png", in: scratch.path)
    #expect(result.status == 66)
    #expect(result.error == "fairy: no.heic: there is no such file\n")
  }

  @Test func unknownTarget() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let result = try Program.fairy("convert", "a.png", "--to", "jpge", in: scratch.path)
    #expect(result.status == 69)
    #expect(result.error.contains("did you mean"))
    #expect(result.error.contains("jpeg"))
  }

  @Test func noRoute() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let result = try Program.fairy("convert", "a.png", "--to", "docx", in: scratch.path)
    #expect(result.status == 69)
  }

  @Test func outputFolderIsMissing() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let result = try Program.fairy(
      "convert", "a.png", "--to", "jpeg", "-o", "no/b.jpg", in: scratch.path)
    #expect(result.status == 73)
    #expect(result.error.contains("there is no folder no"))
  }

  @Test func severalFailuresShareTheirStatusOrAreOne() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "good.png")
    try scratch.copy(Places.fixture("bad/truncated.png"), as: "cut.png")
    try scratch.copy(Places.fixture("bad/truncated.jpg"), as: "cut2.jpg")
    let words = ["convert", "--to", "heic", "-o", "out/"]
    func status(_ names: String...) throws -> Int32 {
      try Program.run(Program.fairy, words + names, in: scratch.path).status
    }
    #expect(try status("good.png", "cut.png", "cut2.jpg") == 65)
    #expect(try status("cut.png", "none.png") == 1)
  }

  @Test func aFullDiskLeavesNothing() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("photo.heic"), as: "a.heic")
    // The shell counts in blocks of 512 bytes: the output would need more than one.
    let result = try Program.shell(
      "ulimit -f 1; \"$FAIRY\" convert a.heic --to png", in: scratch.path)
    #expect(result.status == 74, "\(result.error)")
    #expect(scratch.names == ["a.heic"])
    let full = try Program.shell(
      "\"$FAIRY\" convert a.heic --to png -o - >/dev/full", in: scratch.path)
    #expect(full.status == 74)
    #expect(full.error.contains("standard output could not be written"))
  }

  @Test func aClosedPipeIsNoCrash() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("photo.heic"), as: "a.heic")
    let result = try Program.shell("\"$FAIRY\" formats | head -n 1", in: scratch.path)
    #expect(result.status == 0)
    #expect(result.lines.count == 1)
    #expect(result.error == "")
  }
}
