import Foundation
import TestSupport
import Testing

/// Folder, manifest, registry, tests, fixtures and papers tell the same story.
@Suite struct PluginFolderTests {
  static let folders: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: "\(Places.root)/Sources/Plugins")
    return (names ?? []).sorted()
  }()

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Places.root)/\(path)", encoding: .utf8)
  }

  @Test func thereArePlugins() {
    #expect(Self.folders.count >= 5)
  }

  @Test(arguments: folders)
  func isInTheManifest(name: String) throws {
    #expect(try Self.text("Package.swift").contains(try Regex("\n  Plugin\\(\\s*\"\(name)\"")))
  }

  @Test(arguments: folders)
  func isBuiltIn(name: String) throws {
    let list = try Self.text("Sources/BuiltinPlugins/BuiltinPlugins.swift")
    #expect(list.contains("\(name)Plugin.self,"))
  }

  @Test(arguments: folders)
  func registersInAFileThatDoesNothingElse(name: String) throws {
    let source = try Self.text("Sources/Plugins/\(name)/\(name)Plugin.swift")
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    #expect(source.contains("enum \(name)Plugin: ConverterPlugin"))
  }

  @Test(arguments: folders)
  func explainsItself(name: String) throws {
    let readme = try Self.text("Sources/Plugins/\(name)/README.md")
    #expect(readme.count > 300)
    #expect(readme.localizedCaseInsensitiveContains("licence"))
    #expect(readme.localizedCaseInsensitiveContains("limit"))
  }

  @Test(arguments: folders)
  func hasTests(name: String) {
    #expect(FileManager.default.fileExists(atPath: "\(Places.root)/Tests/\(name)PluginTests"))
  }

  /// C modules are the business of handles alone.
  @Test(
    arguments: folders.map { "Sources/Plugins/\($0)" } + [
      "Sources/Codecs/HEVC", "Sources/Codecs/JPEG2000", "Sources/Codecs/Markup",
      "Sources/Codecs/PDFObjects",
      "Sources/Viewers/TerminalPictures",
      "Sources/Paper/Barcodes",
    ])
  func importsCInHandlesOnly(folder: String) throws {
    for file in FileManager.default.subpaths(atPath: "\(Places.root)/\(folder)") ?? []
    where file.hasSuffix(".swift") && !file.contains("Handle") {
      let source = try Self.text("\(folder)/\(file)")
      #expect(!source.contains(/import C[A-Z]/), "\(file)")
    }
  }

  @Test(arguments: folders)
  func importsNoOtherPlugin(name: String) throws {
    let folder = "Sources/Plugins/\(name)"
    for file in FileManager.default.subpaths(atPath: "\(Places.root)/\(folder)") ?? []
    where file.hasSuffix(".swift") {
      #expect(!(try Self.text("\(folder)/\(file)")).contains(/import [A-Za-z]+Plugin\b/), "\(file)")
    }
  }
}
