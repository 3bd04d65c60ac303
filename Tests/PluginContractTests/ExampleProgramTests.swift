import BuiltinPlugins
import ConverterCore
import Foundation
import PictureModel
import TestSupport
import Testing

/// What other programs take of the package, and what plugins bring.
@Suite struct ExampleProgramTests {
  @Test func aProgramTakesTheReadersThatItPicks() throws {
    let scratch = try ScratchFolder()
    let png = scratch.file("a.png")
    let result = try Program.run(Program.built("to-png"), [Places.fixture("rgba.qoi"), png])
    #expect(result.text == "QOI → Picture → PNG\n")
    #expect(try scratch.bytes("a.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let unknown = try Program.run(Program.built("to-png"), [Places.fixture("gray.jpg"), png])
    // The plugin that knows JPEG is not among them.
    #expect(unknown.text.contains("its bytes are of no kind"), "\(unknown.text)")
  }

  @Test(arguments: builtinPlugins.flatMap { $0.fixtures }.map { ($0.name, $0.type) })
  func aFixtureIsOfItsType(name: String, type: ContentType.ID) throws {
    var registry = Registry()
    for plugin in builtinPlugins { try plugin.register(in: &registry) }
    let file = InputFile(bytes: try Places.fixtureBytes(name))
    #expect(try Converter(registry: registry).detector.detect(file).type.id == type)
  }

  @Test func theListOfPluginsIsMadeOfTheManifest() throws {
    let result = try Program.run("\(Places.root)/scripts/plugins", ["--check"])
    #expect(result.status == 0, "\(result.error)")
  }
}
