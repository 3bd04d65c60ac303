import TestSupport
import Testing

/// What `info`, `open` and `why` say of files that cannot be read, or that hold nothing to show.
@Suite struct FailedLookTests {
  /// A file of a kind that fails, and how.
  struct Failing: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let type: String
    let mediaType: String
    let code: String
    let status: Int32
    var testDescription: String { "\(name): \(code)" }
  }

  static let failing = [
    Failing(
      name: "cut.zip", bytes: Array("PK\u{3}\u{4}cut".utf8), type: "public.zip-archive",
      mediaType: "application/zip", code: "damagedInput", status: 65),
    Failing(
      name: "cut.png", bytes: [0x89] + Array("PNG\r\n\u{1A}\n".utf8), type: "public.png",
      mediaType: "image/png", code: "damagedInput", status: 65),
  ]

  @Test("info says what is known beside the error", arguments: failing)
  func infoWithError(file: Failing) throws {
    let scratch = try ScratchFolder()
    try scratch.write(file.bytes, to: file.name)
    let json = try Program.fairy("info", "--json", scratch.file(file.name))
    #expect(json.status == file.status)
    let object = try #require(try json.objects().first)
    #expect(object["type"] as? String == file.type)
    #expect(object["mediaType"] as? String == file.mediaType)
    #expect(object["bytes"] as? Int == file.bytes.count)
    #expect(object["confidence"] as? Double ?? 0 > 0.5)
    let error = try #require(object["error"] as? [String: Any])
    #expect(error["code"] as? String == file.code)
    #expect(error["message"] as? String != "")
    let plain = try Program.fairy("info", scratch.file(file.name))
    #expect(plain.status == file.status)
    #expect(plain.text.contains("(\(file.type))\n"))
    #expect(plain.text.contains("Content  cannot be read: "))
    #expect(plain.error.hasPrefix("fairy: \(scratch.file(file.name)): "))
  }

  @Test("info of a locked document says its type, and 77")
  func locked() throws {
    let scratch = try ScratchFolder()
    let words = ["qpdf", "--empty", "--encrypt", "user", "owner", "256", "--", "a.pdf"]
    try #require(try Program.run("/usr/bin/env", words, in: scratch.path).status == 0)
    let result = try Program.fairy("info", "--json", scratch.file("a.pdf"))
    let object = try #require(try result.objects().first)
    #expect(object["type"] as? String == "com.adobe.pdf")
    #expect((object["error"] as? [String: Any])?["code"] as? String == "missingPassword")
    #expect(result.status == 77)
  }

  @Test("what is compressed is reached by its name")
  func compressed() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("drawing.svg"), as: "logo.svg")
    try #require(
      try Program.run("/usr/bin/env", ["gzip", "logo.svg"], in: scratch.path).status == 0)
    let result = try Program.fairy("convert", "logo.svg.gz", "--to", "png", in: scratch.path)
    #expect(result.status == 69)
    #expect(result.error.hasSuffix("; the file in it is logo.svg.gz//logo.svg\n"))
    #expect(
      try Program.fairy("convert", "logo.svg.gz//logo.svg", "--to", "png", in: scratch.path).status
        == 0)
  }

  @Test("an error for a limit names it, what is needed and what is allowed")
  func limits() throws {
    let photo = Places.fixture("photo.heic")
    let scratch = try ScratchFolder()
    for words in [
      ["info", "--json", photo],
      ["convert", "--json", photo, "--to", "jpeg", "-o", scratch.file("a.jpg")],
    ] {
      let result = try Program.run(Program.fairy, words + ["--limit", "pixels=10"])
      #expect(result.status == 75)
      let error = try #require(try result.objects().last?["error"] as? [String: Any])
      let limit = try #require(error["limit"] as? [String: Any])
      #expect(limit["name"] as? String == "pixels")
      #expect(limit["needed"] as? Int == 4096)
      #expect(limit["allowed"] as? Int == 10)
    }
  }

  /// Whole files with nothing that fairy reads of them: their text is shown, and nobody calls them damaged.
  @Test(
    "whole files without a table are shown as text",
    arguments: [
      ("notes.md", "# Title\n\nSome *prose*.\n", "# Title\n\nSome *prose*.\n"),
      ("page.html", "<!DOCTYPE html><title>x</title><p>Hello <b>you</b></p>", "Hello you\n"),
      ("plain.txt", "one\r\ntwo", "one\ntwo\n"),
      ("program.py", "def f():\n\treturn 1\n", "def f():\n\treturn 1\n"),
      ("hostile.txt", "a\u{1B}[31mb\u{202E}c\n", "a\\u{1B}[31mb\\u{202E}c\n"),
      ("unnamed", "Some words, and more of them.\n", "Some words, and more of them.\n"),
    ])
  func wholeText(name: String, text: String, shown: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array(text.utf8), to: name)
    let info = try Program.fairy("info", "--json", scratch.file(name))
    #expect(info.status == 0)
    #expect(try info.objects().first?["type"] as? String != nil)
    #expect(try info.objects().first?["error"] == nil)
    let open = try Program.fairy("open", scratch.file(name))
    #expect(open.status == 0)
    #expect(open.error == "")
    #expect(open.text.split(separator: "\n", maxSplits: 1).last.map(String.init) == shown)
    #expect(try Program.fairy("open", "--json", scratch.file(name)).status == 0)
  }

  @Test("text in other encodings is shown in UTF-8")
  func encodings() throws {
    let scratch = try ScratchFolder()
    let units = "Größe\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    try scratch.write([0xFF, 0xFE] + units, to: "wide.txt")
    try scratch.write(Array("Gr".utf8) + [0xF6, 0xDF] + Array("e\n".utf8), to: "latin.txt")
    for words in [["wide.txt"], ["latin.txt", "--encoding", "latin1"]] {
      let result = try Program.run(Program.fairy, ["open"] + words, in: scratch.path)
      #expect(result.text == "\(words[0]): plain text file\nGröße\n")
    }
  }

  @Test("text has no rows to choose")
  func rowsOfText() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("words\n".utf8), to: "a.txt")
    let result = try Program.fairy("open", "--sort", "x", scratch.file("a.txt"))
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
  }

  @Test("why names the media type")
  func mediaType() throws {
    let result = try Program.fairy("why", "--json", Places.fixture("rgb.png"))
    #expect(try result.objects().first?["mediaType"] as? String == "image/png")
  }
}
