import Foundation
import TestSupport
import Testing

/// What becomes of files around an output: permissions, links, companions.
@Suite struct OutputFileTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func aPrivateInputHasAPrivateOutput() throws {
    let scratch = try ScratchFolder()
    let input = try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: input)
    #expect(try Program.fairy("convert", input, "--to", "jpeg").status == 0)
    #expect(try mode(scratch.file("a.jpg")) == 0o600)
  }

  @Test func overwritingKeepsPermissionsAndLinks() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let target = try scratch.write([1, 2, 3], to: "real.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("a.jpg"), withDestinationPath: "real.jpg")
    let result = try Program.fairy(
      "convert", "a.png", "--to", "jpeg", "--on-conflict", "overwrite", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.file("a.jpg"))
        == "real.jpg")
    #expect(try scratch.bytes("real.jpg").starts(with: [0xFF, 0xD8]))
    #expect(try mode(target) == 0o640)
    #expect(scratch.names == ["a.jpg", "a.png", "real.jpg"])
  }

  @Test func onlyRegularFilesAreReplaced() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let result = try Program.shell(
      "mkfifo a.jpg; \"$FAIRY\" convert a.png --to jpeg --on-conflict overwrite; s=$?; "
        + "test -p a.jpg && exit $s", in: scratch.path)
    #expect(result.status == 73)
    #expect(result.error.contains("is not a regular file"))
    #expect(scratch.names == ["a.jpg", "a.png"])
  }

  /// With the name of a result that is there before, and those of all behind it.
  @Test(
    arguments: Sample.present(
      [
        ("fixtures/others/two.heic", "a-2.jpg", ["a-2.jpg", "a-3-2.jpg", "a-3.jpg", "a.heic"]),
        (
          "images/heic/iphone-13pro-depth-gainmap.heic", "a-gainmap.jpg",
          ["a-2-depth.jpg", "a-2-gainmap.jpg", "a-2.jpg", "a-gainmap.jpg", "a.heic"]
        ),
      ], name: \.0))
  func companionsAppearTogetherOrNotAtAll(file: String, taken: String, names: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Sample(file).path, as: "a.heic")
    let words = ["convert", "a.heic", "--to", "jpeg", "--resize", "64", "--set", "images=all"]
    func run(_ more: String...) throws -> Program.Result {
      try Program.run(Program.fairy, words + more, in: scratch.path)
    }
    try scratch.write([1], to: taken)
    #expect(try run().status == 73)
    #expect(scratch.names == [taken, "a.heic"])
    #expect(try run("--on-conflict", "rename").status == 0)
    #expect(scratch.names == names)
  }

  @Test func aWrongExtensionIsSaid() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let result = try Program.fairy(
      "convert", "a.png", "--to", "jpeg", "-o", "b.heic", in: scratch.path)
    #expect(result.status == 0)
    #expect(
      result.error
        == "fairy: a.png: warning: the output is named .heic but holds a JPEG picture\n")
  }

  @Test func severalInputsNeedAFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    try scratch.copy(Places.fixture("gray.png"), as: "b.png")
    let file = try Program.fairy(
      "convert", "a.png", "b.png", "--to", "jpeg", "-o", "c.jpg", in: scratch.path)
    #expect(file.status == 64)
    #expect(scratch.names == ["a.png", "b.png"])
    let folder = try Program.fairy(
      "convert", "a.png", "b.png", "--to", "jpeg", "-o", "c.jpg/", in: scratch.path)
    #expect(folder.status == 0)
    #expect(scratch.names == ["a.png", "b.png", "c.jpg", "c.jpg/a.jpg", "c.jpg/b.jpg"])
  }
}
