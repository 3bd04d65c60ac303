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
    #expect(request.mayWrite(.file(path)) == (path == "out/a.jpg"))
    request.options.settings["images"] = "all"
    #expect(request.mayWrite(.file(path)) == isAllowed)
    #expect(!request.mayWrite(.standardOutput))
  }
}
