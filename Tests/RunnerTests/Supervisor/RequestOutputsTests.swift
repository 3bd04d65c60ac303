import ConverterCore
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// What a worker may ask to write.
@Suite struct RequestOutputsTests {
  @Test(
    arguments: [
      ("out/a.jpg", true), ("out/a-depth.jpg", true), ("out/a-2.jpg", true),
      ("out/b.jpg", false), ("a.jpg", false), ("out/a-depth.png", false), ("out/x/a-2.jpg", false),
      ("out/ab.jpg", false), ("/etc/passwd", false), ("out/../out/a-2.jpg", false),
      ("out/a-/../../x.jpg", false),
    ] as [(FilePath, Bool)])
  func companionsAlone(path: FilePath, isAllowed: Bool) throws {
    let jpeg = try #require(ContentTypeCatalog.complete.type(named: "jpeg"))
    var request = Request(input: .file("a.heic"), target: jpeg, output: .file("out/a.jpg"))
    // A number is that of a page, which a document has whatever is asked for.
    #expect(request.mayWrite(.file(path)) == ["out/a.jpg", "out/a-2.jpg"].contains(path))
    request.options.settings["images"] = "all"
    #expect(request.mayWrite(.file(path)) == isAllowed)
    #expect(!request.mayWrite(.standardOutput))
  }

  /// What a conversion names its outputs is what it may write, be there dots in the name.
  @Test(arguments: ["01", "01-2", "3-4"])
  func namesWithDots(word: String) throws {
    let png = try #require(ContentTypeCatalog.complete.type(named: "png"))
    for name in ["o/v1.2 report.png", "part.1.png"] as [FilePath] {
      let request = Request(
        input: .file("a.pdf"), target: png, output: .file(name), conflict: .rename)
      #expect(request.mayWrite(.file(name.suffixed(word))))
      #expect(!request.mayWrite(.file("o/part.png")))
    }
  }

  @Test func partsOfADocument() throws {
    let pdf = try #require(ContentTypeCatalog.complete.type(named: "pdf"))
    var request = Request(input: .file("a.pdf"), target: pdf, output: .file("out/a.pdf"))
    #expect(!request.mayWrite(.file("out/a-2-Foo.pdf")))
    request.purpose = .split(.outline)
    #expect(request.mayWrite(.file("out/a-2-Foo.pdf")))
    #expect(!request.mayWrite(.file("out/b-2-Foo.pdf")))
  }

  /// A target that holds all pages, or a verb that makes one result, gets one file.
  @Test func oneResultIsOneFile() throws {
    let catalog = ContentTypeCatalog.complete
    for name in ["pdf", "csv", "json", "html", "zip"] {
      let type = try #require(catalog.type(named: name))
      let output = FilePath("a.\(name)")
      let request = Request(input: .file("a.x"), target: type, output: .file(output))
      #expect(request.mayWrite(.file(output)))
      #expect(!request.mayWrite(.file(output.suffixed("1"))))
    }
    let png = try #require(catalog.type(named: "png"))
    for purpose in [Request.Purpose.compress, .merge([.file("b.png")]), .pack([.file("b.png")])] {
      var request = Request(input: .file("a.png"), target: png, output: .file("b.png"))
      request.purpose = purpose
      #expect(request.mayWrite(.file("b.png")))
      #expect(!request.mayWrite(.file("b-1.png")))
    }
  }

  @Test(
    arguments: [
      ("01 02 03", nil, .fail, true), ("1 3", nil, .skip, true), ("01-2 02-2", nil, .rename, true),
      ("7 3", "7,3", .fail, true), ("2 1", nil, .fail, false), ("1 1", nil, .fail, false),
      ("1 01", nil, .fail, false), ("1-2", nil, .fail, false), ("0", nil, .fail, false),
      ("-", nil, .fail, false), ("1-", nil, .fail, false), ("1-2-3", nil, .rename, false),
      ("99999999999999999999", nil, .fail, false), ("3 3", "3", .fail, false),
    ] as [(String, String?, OutputFile.ConflictPolicy, Bool)])
  func pagesComeInOrder(
    words: String, pages: String?, conflict: OutputFile.ConflictPolicy, isAllowed: Bool
  ) throws {
    let png = try #require(ContentTypeCatalog.complete.type(named: "png"))
    var request = Request(
      input: .file("a.pdf"), target: png, output: .file("a.png"), conflict: conflict)
    request.options.pages = try pages.map { try PageRanges(parsing: $0) }
    var grants = OutputGrants()
    let answers = words.split(separator: " ").map {
      grants.admit(.file(FilePath("a-\($0).png")), for: request, in: .complete)
    }
    #expect(!answers.contains(false) == isAllowed)
    #expect(!answers.dropLast().contains(false))
  }

  /// Each name once, either the result or its pages, and no more than a conversion makes.
  @Test func eachNameOnce() throws {
    let png = try #require(ContentTypeCatalog.complete.type(named: "png"))
    let request = Request(input: .file("a.pdf"), target: png, output: .file("a.png"))
    var grants = OutputGrants()
    var answers = ["a.png", "a.png", "a-1.png"].map {
      grants.admit(.file(FilePath($0)), for: request, in: .complete)
    }
    #expect(answers == [true, false, false])
    grants = OutputGrants()
    answers = (1...10_001).map {
      grants.admit(.file(FilePath("a-\($0).png")), for: request, in: .complete)
    }
    #expect(answers.firstIndex(of: false) == 10_000)
  }
}

extension Request {
  /// Whether a worker may ask for it first.
  fileprivate func mayWrite(_ destination: OutputFile.Destination) -> Bool {
    var grants = OutputGrants()
    return grants.admit(destination, for: self, in: .complete)
  }
}
