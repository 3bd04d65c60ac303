import ConverterCore
import SystemPackage
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
    let jpeg = try #require(ContentTypeCatalog.standard.type(named: "jpeg"))
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
    let png = try #require(ContentTypeCatalog.standard.type(named: "png"))
    for name in ["o/v1.2 report.png", "part.1.png"] as [FilePath] {
      let request = Request(input: .file("a.pdf"), target: png, output: .file(name))
      #expect(request.mayWrite(.file(name.suffixed(word))))
      #expect(!request.mayWrite(.file("o/part.png")))
    }
  }

  @Test func partsOfADocument() throws {
    let pdf = try #require(ContentTypeCatalog.standard.type(named: "pdf"))
    var request = Request(input: .file("a.pdf"), target: pdf, output: .file("out/a.pdf"))
    #expect(!request.mayWrite(.file("out/a-2-Foo.pdf")))
    request.purpose = .split(.outline)
    #expect(request.mayWrite(.file("out/a-2-Foo.pdf")))
    #expect(!request.mayWrite(.file("out/b-2-Foo.pdf")))
  }
}
