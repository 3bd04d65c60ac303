import Foundation
import TestSupport
import Testing

/// `fairy convert` as a user runs it.
@Suite struct ConvertTests {
  @Test(
    arguments: ["photo.heic", "camera.jpg", "rgb.png", "photo.avif"],
    ["jpeg", "png", "heic", "avif"])
  func everyPair(source: String, target: String) throws {
    let scratch = try ScratchFolder()
    let name = "in." + source.split(separator: ".")[1]
    let input = try scratch.copy(Places.fixture(source), as: name)
    let output = scratch.file("out.\(target == "jpeg" ? "jpg" : target)")
    let result = try Program.fairy("convert", input, "--to", target, "-o", output, "--json")
    #expect(result.status == 0, "\(result.error)")
    let object = try #require(try result.objects().first)
    #expect(object["status"] as? String == "done")
    #expect(object["input"] as? String == input)
    #expect(object["output"] as? String == output)
    #expect((object["route"] as? [String])?.count == 3)
    #expect(
      object["bytesOut"] as? Int
        == (try scratch.bytes(URL(fileURLWithPath: output).lastPathComponent)).count)
    let before = try picture(input)
    let after = try picture(output)
    #expect(before["width"] as? Int == after["width"] as? Int)
    #expect(before["height"] as? Int == after["height"] as? Int)
    #expect(after["orientation"] as? Int == 1)
  }

  @Test func resultStandsBesideItsInput() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("photo.heic"), as: "a photo.heic")
    let result = try Program.fairy("convert", "a photo.heic", "--to", "jpeg", in: scratch.path)
    #expect(result.status == 0)
    #expect(scratch.names == ["a photo.heic", "a photo.jpg"])
    #expect(result.text.hasPrefix("a photo.heic → a photo.jpg  "))
    #expect(result.error == "")
  }

  @Test(arguments: ["jpeg", "jpg", ".jpg", "image/jpeg", "public.jpeg", "JPEG"])
  func targetNames(word: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    #expect(try Program.fairy("convert", "a.png", "--to", word, in: scratch.path).status == 0)
    #expect(scratch.names == ["a.jpg", "a.png"])
  }

  @Test func standardInputToStandardOutput() throws {
    let bytes = try Places.fixtureBytes("rgb.png")
    let result = try Program.fairy("convert", "-", "--to", "jpeg", input: bytes)
    #expect(result.status == 0)
    #expect(result.output.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(result.output.suffix(2) == [0xFF, 0xD9])
    let explicit = try Program.fairy("convert", "-", "--to", "jpeg", "-o", "-", input: bytes)
    #expect(explicit.output == result.output)
  }

  @Test func foldersKeepTheirStructure() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "in/a.png")
    try scratch.copy(Places.fixture("photo.heic"), as: "in/2024/may/b.heic")
    try scratch.copy(Places.fixture("rgb.png"), as: "in/.hidden.png")
    try scratch.write(Array("not a picture\n".utf8), to: "in/notes.txt")
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "jpeg", "-o", "out/", "--json", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let names = scratch.names.filter { $0.hasPrefix("out") }
    #expect(
      names == [
        "out", "out.fairy-journal", "out/2024", "out/2024/may", "out/2024/may/b.jpg", "out/a.jpg",
      ])
    let states = try result.objects().compactMap { $0["status"] as? String }.sorted()
    #expect(states == ["done", "done", "skipped"])
  }

  @Test func aFolderNeedsRecursion() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "in/a.png")
    let result = try Program.fairy("convert", "in", "--to", "jpeg", in: scratch.path)
    #expect(result.status == 64)
    #expect(result.error == "fairy: in: is a folder: -r takes the files in it\n")
  }

  @Test func twoInputsWithOneOutputAreRefusedBeforeAnythingRuns() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    try scratch.copy(Places.fixture("photo.heic"), as: "a.heic")
    let result = try Program.fairy("convert", "a.png", "a.heic", "--to", "jpeg", in: scratch.path)
    #expect(result.status == 64)
    #expect(scratch.names == ["a.heic", "a.png"])
  }

  @Test func modificationTimesAreKept() throws {
    let scratch = try ScratchFolder()
    let input = try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: input)
    func modified(_ name: String) throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: scratch.file(name))[.modificationDate]
        as? Date
    }
    #expect(try Program.fairy("convert", input, "--to", "jpeg").status == 0)
    #expect(try modified("a.jpg") == date)
    #expect(try Program.fairy("convert", input, "--to", "heic", "--no-keep-times").status == 0)
    #expect(try modified("a.heic") != date)
  }

  @Test func qualityChangesTheSize() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    for (word, name) in [("0.3", "low"), ("90", "high"), ("0.9", "same")] {
      let result = try Program.fairy(
        "convert", "a.jpg", "--to", "jpeg", "-q", word, "-o", "\(name).jpg", in: scratch.path)
      #expect(result.status == 0)
    }
    #expect(try scratch.bytes("low.jpg").count < scratch.bytes("high.jpg").count)
    #expect(try scratch.bytes("same.jpg") == scratch.bytes("high.jpg"))
  }

  @Test func requirementsFailBeforeWriting() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try Program.fairy(
      "convert", "a.jpg", "--to", "png", "--metadata", "share", "--require", "exif", "--require",
      "gps",
      in: scratch.path)
    #expect(result.status == 65)
    #expect(result.error.contains("--require gps"))
    #expect(scratch.names == ["a.jpg"])
  }

  @Test(arguments: [
    ["--quality", "1.5"], ["--quality", "x"], ["--resize", "0x4"], ["--set", "nonsense=1"],
    ["--set", "progressive=maybe"], ["--background", "beige-ish"], ["--limit", "time=1"],
    ["--on-conflict", "ask"], ["--jobs", "0"], ["--require", "icc,exfi"],
  ])
  func usageErrors(words: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let result = try Program.run(
      Program.fairy, ["convert", "a.png", "--to", "jpeg"] + words, in: scratch.path)
    #expect(result.status == 64, "\(result.error)")
    #expect(!result.error.isEmpty)
    #expect(scratch.names == ["a.png"])
  }

  private func picture(_ path: String) throws -> [String: Any] {
    let result = try Program.fairy("info", "--json", path)
    return try #require(try result.objects().first?["picture"] as? [String: Any])
  }
}
