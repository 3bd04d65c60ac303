import ArchiveModel
import ConverterCore
import SystemPackage
import TNEFPlugin
import TestSupport
import Testing
import ZIPPlugin

/// `fixtures/winmail.dat`, from every side.
@Suite struct FixtureTests {
  private static let paths = [
    "body.txt", "body.html", "body.rtf", "Verträge 契約.txt", "Prüfung.csv", "Tabelle",
    "Anlagen _ Bilder", "Anlagen _ Bilder/body.txt", "Anlagen _ Bilder/pixel.gif",
  ]

  @Test func isWhatTheMakerMakes() throws {
    #expect(try Places.fixtureBytes("winmail.dat") == TinyTNEF.winmail.bytes)
  }

  @Test(arguments: [nil, "winmail.dat", "ATT00001.dat", "a.txt", "a.zip"])
  func isDetectedByItsSignature(name: String?) throws {
    let input = InputFile(bytes: try Places.fixtureBytes("winmail.dat"), name: name)
    #expect(try Detector.complete.detect(input).type.id == "com.microsoft.tnef")
  }

  @Test func hasBodiesAndAttachments() throws {
    let opened = try Opened(Places.fixtureBytes("winmail.dat"))
    #expect(opened.archive.comment == "Verträge")
    #expect(opened.archive.nameEncoding?.name == "windows-1252")
    #expect(opened.paths == Self.paths)
    #expect(try opened.text("body.txt") == "Grüße\r\n")
    #expect(try opened.text("body.html") == "<html><body><p>Grüße</p></body></html>")
    #expect(try opened.text("body.rtf") == TinyTNEF.rtf)
    #expect(try opened.text("Verträge 契約.txt") == "eins\r\n")
    #expect(try opened.text("Prüfung.csv") == "a;b\r\n1;2\r\n")
    #expect(
      try opened.content("Tabelle") == [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    #expect(opened.entries[6].kind == .folder)
    #expect(try opened.text("Anlagen _ Bilder/body.txt") == "Siehe Bild.")
    #expect(try opened.content("Anlagen _ Bilder/pixel.gif") == TinyTNEF.gif)
    #expect(opened.entries.allSatisfy { $0.fault == nil })
    #expect(opened.context.warnings == [])
  }

  @Test func timesAreThoseOfThePropertyElseOfTheRecord() throws {
    let entries = try Opened(Places.fixtureBytes("winmail.dat")).entries
    let times = entries.map { $0.modified?.iso8601 }
    #expect(
      times == [
        "2026-02-03T04:05:06Z", "2026-02-03T04:05:06Z", "2026-02-03T04:05:06Z",
        "2026-02-01T11:30:00Z", nil, nil, nil, nil, "2026-02-02T08:00:00",
      ])
  }

  @Test func becomesAZIPArchive() throws {
    var registry = Registry()
    try TNEFPlugin.register(in: &registry)
    try ZIPPlugin.register(in: &registry)
    let scratch = try ScratchFolder()
    let converter = Converter(registry: registry)
    let outcome = converter.convert(
      Request(
        input: .file(FilePath(Places.fixture("winmail.dat"))),
        target: try #require(converter.catalog["public.zip-archive"]),
        output: .file(FilePath(scratch.file("a.zip")))))
    #expect(outcome.route == ["TNEF", "Archive", "ZIP"])
    let reader = try #require(
      registry.reader(for: "public.zip-archive", in: .complete) as? any Reader<Archive>)
    let archive = try reader.read(
      InputFile(path: FilePath(scratch.file("a.zip"))), type: "public.zip-archive",
      in: ReadingContext(ConversionContext(registry: registry)))
    guard case .directory(let directory) = archive.content else { return }
    #expect(
      directory.entries.map { String(decoding: $0.path.normalized.bytes, as: UTF8.self) }
        == Self.paths)
  }

  @Test func tnefAgrees() throws {
    guard Places.has(program: "tnef") else { return }
    let scratch = try ScratchFolder()
    let result = try Program.shell(
      "export LC_ALL=C.UTF-8; mkdir out; tnef --save-body=body -C out -f '\(Places.fixture("winmail.dat"))'",
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let opened = try Opened(Places.fixtureBytes("winmail.dat"))
    #expect(try scratch.bytes("out/body.rtf") == opened.content("body.rtf"))
    #expect(try scratch.bytes("out/Verträge 契約.txt") == opened.content("Verträge 契約.txt"))
    // It leaves the number of the interface before what an object is.
    #expect(
      try Array(scratch.bytes("out/Tabelle").dropFirst(16)) == opened.content("Tabelle"))
  }
}
