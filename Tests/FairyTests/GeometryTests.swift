import Foundation
import TestSupport
import Testing

/// `--rotate`, `--flip` and `--crop` of pictures, from the command line.
@Suite struct GeometryTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func size(_ name: String) throws -> [Int] {
    let picture = try run("info", "--json", name).objects().first?["picture"] as? [String: Any]
    return ["width", "height"].compactMap { picture?[$0] as? Int }
  }

  /// The ledger of a plan or a result, a word and what became of it.
  private func ledger(_ result: Program.Result) throws -> [String: String] {
    let entries = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    return Dictionary(
      entries.map { ($0["what"] ?? "", "\($0["action"] ?? ""): \($0["why"] ?? "")") }
    ) { $1 }
  }

  @Test func jpegIsTurnedWithoutReencoding() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let plan = try ledger(run("plan", "a.jpg", "--to", "jpeg", "--rotate", "270", "--json"))
    let made = try run(
      "convert", "a.jpg", "--to", "jpeg", "--rotate", "270", "-o", "b.jpg", "--json")
    #expect(made.status == 0, "\(made.error)")
    #expect(try ledger(made) == plan)
    #expect(plan["pixels"] == "kept: turned without re-encoding")
    #expect(plan["rotation"] == "changed: by 270° clockwise")
    #expect(try size("a.jpg") == [160, 120])
    #expect(try size("b.jpg") == [120, 160])
  }

  @Test func otherFormatsFollowTheSameWords() throws {
    try scratch.copy(Places.fixture("rgba.png"), as: "a.png")
    let whole = try size("a.png")
    #expect(
      try run(
        "convert", "a.png", "--to", "png", "-o", "b.png", "--crop", "50%x50%+10+5", "--rotate",
        "270",
        "--flip", "vertical"
      ).status == 0)
    #expect(try size("b.png") == [whole[1] / 2, whole[0] / 2])
  }

  @Test func picturesInDocumentsAreTurnedOnce() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let whole = try size("a.jpg")
    #expect(try run("convert", "a.jpg", "--to", "pdf", "--rotate", "90").status == 0)
    #expect(
      try run("convert", "a.pdf", "--to", "png", "--dpi", "72", "--flip", "vertical").status == 0)
    let page = try size("a.png")
    #expect((page[0] < page[1]) == (whole[0] > whole[1]))
  }

  @Test func words() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    for (words, message) in [
      (["--rotate", "45"], "pictures are turned by 90, 180 or 270 degrees, not \"45\""),
      (["--rotate", "90:1-3"], "pictures are turned by 90, 180 or 270 degrees, not \"90:1-3\""),
      (["--crop", "10,10,20,20"], "\"10,10,20,20\" is no part of a picture"),
      (["--crop", "10x10"], "\"10x10\" is no part of a picture"),
      (["--crop", "1x1+9999+0"], "--crop 1x1+9999+0 holds nothing of the picture"),
      (["--crop", "0x5+0+0"], "--crop 0x5+0+0 holds nothing of the picture"),
      (["--crop", "101%x5+0+0"], "\"101%x5+0+0\" is no part of a picture"),
    ] {
      let result = try Program.run(
        Program.fairy, ["convert", "a.jpg", "--to", "png"] + words, in: scratch.path)
      #expect(result.status == 64)
      #expect(result.error.contains(message), "\(result.error)")
    }
    #expect(try run("convert", "a.jpg", "--to", "png", "--flip", "diagonal").status == 64)
  }
}
