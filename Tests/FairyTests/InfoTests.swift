import TestSupport
import Testing

/// `info`, `open`, `why`, `plan` and `formats`.
@Suite struct InfoTests {
  @Test func infoJSONHasTheKeysOfTheContract() throws {
    let result = try Program.fairy("info", "--json", Places.fixture("turned.jpg"))
    #expect(result.status == 0)
    let object = try #require(try result.objects().first)
    #expect(object["type"] as? String == "public.jpeg")
    #expect(object["mediaType"] as? String == "image/jpeg")
    #expect(object["mismatch"] as? Bool == false)
    #expect(object["bytes"] as? Int == (try Places.fixtureBytes("turned.jpg")).count)
    let picture = try #require(object["picture"] as? [String: Any])
    #expect(picture["width"] as? Int == 120)
    #expect(picture["height"] as? Int == 160)
    #expect(picture["bitDepth"] as? Int == 8)
    #expect(picture["hasAlpha"] as? Bool == false)
    #expect(picture["frames"] as? Int == 1)
    #expect(picture["orientation"] as? Int == 6)
    #expect(picture.keys.contains("profile"))
    let prefix = #"{"path":"\#(Places.fixture("turned.jpg"))","bytes":"#
    #expect(result.text.hasPrefix(prefix))
  }

  @Test func unknownFilesAreNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 60), to: "a.psd")
    try scratch.write([0, 1, 2, 0xFE, 0xFF, 3, 4, 5], to: "noise")
    let named = try Program.fairy("info", "--json", scratch.file("a.psd"))
    #expect(named.status == 0)
    #expect(try named.objects().first?["type"] as? String == "com.adobe.photoshop-image")
    let noise = try Program.fairy("info", "--json", scratch.file("noise"))
    #expect(noise.status == 0)
    #expect(try noise.objects().first?["mediaType"] as? String == "application/octet-stream")
  }

  @Test(arguments: [["info", "-"], ["open", "-"], ["plan", "-", "--to", "png"]])
  func limitsHoldForStandardInput(words: [String]) throws {
    let bytes = try Places.fixtureBytes("camera.jpg")
    let result = try Program.run(
      Program.fairy, words + ["--limit", "input=1000"], input: bytes)
    #expect(result.status == 75)
    #expect(result.error.contains("raise it with --limit input=\(bytes.count)"))
    #expect(result.output.isEmpty)
  }

  @Test func openShowsReadableFacts() throws {
    let result = try Program.fairy("open", "camera.jpg", in: Places.fixture(""))
    #expect(result.status == 0)
    #expect(result.lines.first == "camera.jpg")
    #expect(result.text.contains("160×120"))
    #expect(result.text.contains("Model One"))
    #expect(!result.text.contains("\u{1b}"))
  }

  @Test func colourOnlyWhenAsked() throws {
    let plain = try Program.fairy("open", Places.fixture("rgb.png"))
    let coloured = try Program.fairy("open", Places.fixture("rgb.png"), "--color", "always")
    #expect(!plain.text.contains("\u{1b}["))
    #expect(coloured.text.contains("\u{1b}["))
  }

  @Test func whyListsEvidence() throws {
    let result = try Program.fairy("why", "--json", Places.fixture("bad/jpeg-inside.HEIC"))
    let object = try #require(try result.objects().first)
    #expect(object["type"] as? String == "public.jpeg")
    #expect(object["mismatch"] as? Bool == true)
    let evidence = try #require(object["evidence"] as? [[String: Any]])
    #expect(evidence.first?["source"] as? String == "signature")
  }

  @Test func planAgreesWithTheConversion() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgba.png"), as: "a.png")
    let plan = try #require(
      try Program.fairy("plan", "a.png", "--to", "jpeg", "--json", in: scratch.path)
        .objects().first)
    #expect(scratch.names == ["a.png"])
    let done = try #require(
      try Program.fairy("convert", "a.png", "--to", "jpeg", "--json", in: scratch.path)
        .objects().first)
    #expect(plan["route"] as? [String] == ["PNG", "Picture", "JPEG"])
    let planned = try #require(plan["ledger"] as? [[String: String]])
    #expect(planned == done["ledger"] as? [[String: String]])
    #expect(planned.contains { $0["what"] == "alpha" && $0["action"] == "dropped" })
  }

  @Test func formatsNamesOptions() throws {
    let result = try Program.fairy("formats", "jpeg", "--json")
    let object = try #require(try result.objects().first)
    #expect(object["read"] as? Bool == true)
    #expect(object["write"] as? Bool == true)
    let keys = try #require(object["options"] as? [[String: String]]).compactMap { $0["key"] }
    #expect(Set(["progressive", "subsampling", "optimize", "images"]).isSubset(of: keys))
  }

  /// What words of pictures can become part of names the languages that there are.
  @Test func formatsNamesLanguages() throws {
    let object = try #require(try Program.fairy("formats", "hocr", "--json").objects().first)
    let languages = try #require(object["languages"] as? [String])
    #expect(languages.contains("eng") && !languages.contains("osd"))
    let lines = try Program.fairy("formats", "hocr").text.split(separator: "\n")
    let words = try #require(lines.first { $0.hasPrefix("  words  ") })
    #expect(words.contains(" tesseract has \(languages.joined(separator: ", ")); others are "))
    let other = try #require(try Program.fairy("formats", "qoi", "--json").objects().first)
    #expect(other["languages"] as? [String] == [])
    #expect(try !Program.fairy("formats", "qoi").text.contains("\n  words  "))
  }

  @Test func everyVerbHasHelp() throws {
    for verb in ["convert", "open", "info", "why", "plan", "formats"] {
      let result = try Program.fairy(verb, "--help")
      #expect(result.status == 0)
      #expect(result.text.hasPrefix("OVERVIEW: "))
    }
  }

  @Test func unknownVerbIsUsage() throws {
    #expect(try Program.fairy("transmogrify", "x").status == 64)
    #expect(try Program.fairy("convert").status == 64)
  }
}
