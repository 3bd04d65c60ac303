import ConverterCore
import TestSupport
import Testing

/// Libraries that are opened when first used are found inside, and their codecs do the same work.
@Suite(.enabled(if: Probe.hasSandbox)) struct CodecTests {
  struct Conversion: Sendable, CustomTestStringConvertible {
    let input, type: String
    var testDescription: String { "\(input) → \(type)" }
  }

  @Test(arguments: [
    Conversion(input: "photo.heic", type: "jpeg"), Conversion(input: "photo.heic", type: "avif"),
    Conversion(input: "photo.avif", type: "heic"), Conversion(input: "photo.avif", type: "png"),
    Conversion(input: "cmyk.jpg", type: "png"), Conversion(input: "rgb-16bit.png", type: "heic"),
  ])
  func conversionsGiveTheSameBytes(conversion: Conversion) throws {
    let scratch = try ScratchFolder()
    try scratch.write([], to: "in/folder")
    try scratch.write([], to: "out/folder")
    let input = try scratch.copy(Places.fixture(conversion.input), as: "in/a")
    func convert(_ sandbox: [String], to name: String) throws -> Program.Result {
      try Program.run(
        Probe.path, sandbox + ["convert", input, conversion.type, scratch.file(name)])
    }
    let outside = try convert(["--sandbox", "off"], to: "plain")
    try #require(outside.lines == ["0"])
    let inside = try convert(
      [
        "--readable", input, "--writable", scratch.file("out"), "--memory", "\(1 << 30)",
        "--open-files", "64",
      ], to: "out/inside")
    #expect(inside.lines == ["0"])
    // libnuma complains where it cannot look at the machine.
    #expect(inside.error == outside.error)
    #expect(try scratch.bytes("out/inside") == scratch.bytes("plain"))
  }

  /// Also names that are not ASCII: they need a locale, which is a file.
  @Test(arguments: ["--format=7zip", "--format=xar", "--format=pax -J"])
  func archivesAreRead(format: String) throws {
    guard Places.has(program: "bsdtar") else { return }
    let scratch = try ScratchFolder()
    try scratch.write(Array("x".utf8), to: "日本.txt")
    _ = try Program.shell(
      "LC_ALL=C.UTF-8 bsdtar \(format) -cf a 日本.txt", in: scratch.path)
    let inside = try Program.run(
      Probe.path,
      ["--readable", scratch.path, "--memory", "\(1 << 30)", "entries", scratch.file("a")])
    #expect(inside.lines == ["日本.txt 1"])
  }

  @Test(arguments: [
    "libheif.so.1", "libde265.so.0", "libdav1d.so.6", "liblcms2.so.2", "libmagic.so.1",
    "libarchive.so.13",
  ])
  func librariesAreFound(name: String) throws {
    let outside = try Probe.attempt(["load-library", name], ["--sandbox", "off"])
    #expect(try Probe.attempt(["load-library", name], []) == outside)
  }
}
