import SystemPackage
import Testing

@testable import ConverterCore

@Suite struct RegisteredTypesTests {
  private func registry(_ texts: StaticString...) throws -> Registry {
    var registry = Registry()
    for text in texts { try registry.add(types: text) }
    return registry
  }

  @Test func haveEveryColumn() throws {
    let registry = try registry(
      """
      > public.image public.text
      org.example.one | one of many | one uno | image/one image/x-one | first | .one
      org.example.two | two
      """)
    let one = try #require(registry.catalog["org.example.one"])
    #expect(one.name == "one of many")
    #expect(one.supertypes == ["public.image", "public.text"])
    #expect(one.extensions == ["one", "uno"])
    #expect(one.mediaTypes == ["image/one", "image/x-one"])
    #expect(one.shortNames == ["first"])
    #expect(one.fileNames == [".one"])
    #expect(registry.catalog.type("org.example.two", conformsTo: .text))
    #expect(!one.fillsFolder)
  }

  @Test func standBeforeThoseThatAreOnlyNamed() throws {
    let registry = try registry("> public.data\norg.example.wave | wave | wav")
    #expect(registry.catalog.type(named: "wav")?.id == "org.example.wave")
    #expect(
      registry.catalog.types(fileExtension: "wav").map(\.id)
        == ["org.example.wave", "com.microsoft.waveform-audio"])
    #expect(registry.catalog.types.first?.id == "org.example.wave")
  }

  @Test func takeThePlaceOfTheSameType() throws {
    let registry = try registry("> public.image\norg.gimp.xcf | my picture | xcf2")
    #expect(registry.catalog["org.gimp.xcf"]?.name == "my picture")
    #expect(registry.catalog.types(fileExtension: "xcf").isEmpty)
    #expect(registry.catalog.types.filter { $0.id == "org.gimp.xcf" }.count == 1)
    #expect(registry.catalog.types.count == ContentTypeCatalog.standard.types.count)
  }

  @Test func areDeclaredOnce() throws {
    var registry = try registry(
      "> public.data\norg.example.a | a", "> public.data\norg.example.b | b")
    let conflict = #expect(throws: Registry.Conflict.self) {
      try registry.add(types: "> public.data\norg.example.c | c\norg.example.b | b")
    }
    #expect(conflict?.description == "two plugins declare org.example.b")
  }

  @Test func sayHowFoldersOfThemAreCalled() throws {
    let registry = try registry(
      """
      > public.folder
      org.example.plain | plain | | | | | plain
      org.example.files | files | ef | | | | files
      org.example.ending | ending | | | | | .ending
      """)
    let forms = ["plain", "files", "ending"].map {
      registry.catalog[ContentType.ID(rawValue: "org.example.\($0)")]?.folderForm
    }
    #expect(forms == [.plain, .files, .ending(".ending")])
  }

  @Test func areNotSeenByRegistriesThatWereCopiedBefore() throws {
    let before = try registry("> public.data\norg.example.a | a | exa")
    #expect(before.catalog.type(named: "exa") != nil)
    var after = before
    try after.add(types: "> public.data\norg.example.b | b | exb")
    #expect(after.catalog.type(named: "exb") != nil)
    #expect(before.catalog.type(named: "exb") == nil)
  }

  @Test func signaturesMayLieDeep() throws {
    var registry = try registry("> public.data\norg.example.deep | deep")
    registry.add(signatures: [Signature("org.example.deep", at: 40_000, "'DEEP'")])
    let detector = Converter(registry: registry).detector
    let bytes = [UInt8](repeating: 0, count: 40_000) + Array("DEEP".utf8)
    #expect(try detector.detect(InputFile(bytes: bytes)).type.id == "org.example.deep")
    #expect(try detector.detect(InputFile(bytes: bytes.dropLast() + [0])).type.id == .data)
  }
}
