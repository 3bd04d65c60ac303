import BuiltinPlugins
import ConverterCore
import Foundation
import TestSupport
import Testing

/// What the papers say is what the program does.
@Suite struct DocumentationTests {
  @Test(arguments: ConversionError.Code.allCases)
  func everyErrorCodeHasItsStatus(code: ConversionError.Code) throws {
    #expect(try PluginFolderTests.text("docs/architecture.md").contains("`\(code.rawValue)`"))
  }

  @Test(arguments: ["Reader", "Writer", "Plugin"])
  func theWorkedExampleIsTheCodeThatCompiles(part: String) throws {
    let page = try PluginFolderTests.text("docs/adding-a-plugin.md")
    let source = try PluginFolderTests.text("Examples/Farbfeld/Farbfeld\(part).swift")
    #expect(page.contains("```swift\n\(source)```\n"))
  }

  @Test func everyFixtureIsExplained() throws {
    let readme = try PluginFolderTests.text("fixtures/README.md")
    let folder = Places.fixture("")
    let names = FileManager.default.subpaths(atPath: folder) ?? []
    // A plugin says of these itself what they are.
    let described = builtinPlugins.flatMap { $0.fixtures }.map(\.name)
    for name in names where !name.hasPrefix("Maker") && !name.hasPrefix("fuzz") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      // The README's first command makes photo.jpg.
      if isFolder.boolValue || name == "README.md" || name == "photo.jpg" { continue }
      if described.contains(name) { continue }
      // A folder may be explained as a whole.
      if name.contains("/"), readme.contains("`\(name.prefix { $0 != "/" })/`") { continue }
      let stem = name.split(separator: ".").dropLast().joined(separator: ".")
      #expect(readme.contains("`\(name)`") || readme.contains("`\(stem).*`"), "\(name)")
    }
  }
}
