import Foundation
import TestSupport
import Testing

/// Files in archives as inputs: `a.zip//pics/*.png`.
@Suite struct AddressTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    var archive = ZIPBytes("docs/a.txt=A", "pics/")
    for (name, source) in [
      ("pics/one.png", "rgb.png"), ("pics/deep/two.png", "gray.png"),
      ("pics/three.jpg", "camera.jpg"),
    ] {
      try archive.add(name, Places.fixtureBytes(source))
    }
    archive.add("l.png>pics/one.png")
    try scratch.write(archive, to: "a.zip")
    for (outer, inner) in [("b.zip", "a.zip"), ("c.zip", "b.zip")] {
      var nested = ZIPBytes()
      try nested.add("in/\(inner)", scratch.bytes(inner))
      try scratch.write(nested, to: outer)
    }
  }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private var results: [String] { scratch.names.filter { !$0.hasSuffix(".zip") } }

  @Test(arguments: [
    ("a.zip//pics/*.png", ["one.jpg"]),
    ("a.zip//**/*.png", ["pics", "pics/deep", "pics/deep/two.jpg", "pics/one.jpg"]),
    ("a.zip//pics/**/*.png", ["deep", "deep/two.jpg", "one.jpg"]),
    ("a.zip//pics/", ["deep", "deep/two.jpg", "one.jpg", "three.jpg"]),
    ("a.zip//", ["pics", "pics/deep", "pics/deep/two.jpg", "pics/one.jpg", "pics/three.jpg"]),
    ("a.zip//p[hi]cs/t*", ["pics", "pics/three.jpg"]),
    ("a.zip//pics/one.png", ["one.jpg"]), ("a.zip//l.png", ["l.jpg"]),
    ("b.zip//in/a.zip//pics/deep/", ["two.jpg"]),
    // A folder that is meant is meant with all that is in it.
    ("c.zip//in/b.zip//in/a.zip//pics/*", ["deep", "deep/two.jpg", "one.jpg", "three.jpg"]),
    ("c.zip//in/b.zip//in/a.zip//pics/*.*", ["one.jpg", "three.jpg"]),
    ("c.zip//in/b.zip//in/a.zip//pics/deep/two.png", ["two.jpg"]),
  ])
  func structureIsKeptBelowTheFixedPart(address: String, expected: [String]) throws {
    let result = try run("convert", address, "--to", "jpeg", "-o", "out/", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(results == ["out"] + expected.map { "out/\($0)" })
    let done = try result.objects().filter { $0["status"] as? String == "done" }
    #expect(done.count == expected.count { $0.hasSuffix(".jpg") })
    let start = address.prefix { !"*[".contains($0) }
    #expect(done.allSatisfy { ($0["input"] as? String)?.hasPrefix(start) == true })
  }

  /// The result is what the same file becomes outside of an archive.
  @Test func theResultIsTheSame() throws {
    try scratch.copy(Places.fixture("rgb.png"), as: "plain.png")
    #expect(try run("convert", "plain.png", "--to", "jpeg").status == 0)
    #expect(
      try run("convert", "c.zip//in/b.zip//in/a.zip//pics/one.png", "--to", "jpeg").status == 0)
    #expect(try scratch.bytes("one.jpg") == scratch.bytes("plain.jpg"))
    let printed = try run("convert", "a.zip//pics/one.png", "--to", "jpeg", "-o", "-")
    #expect(try printed.output == scratch.bytes("plain.jpg"))
  }

  @Test func withoutAPlaceItIsBesideTheArchive() throws {
    try scratch.copy(scratch.file("b.zip"), as: "far/b.zip")
    let result = try run("convert", "far/b.zip//in/a.zip//pics/*.png", "--to", "jpeg", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.objects()[0]["output"] as? String == "far/one.jpg")
    #expect(results == ["far", "far/one.jpg"])
    #expect(try run("convert", "a.zip//pics/three.jpg", "--to", "png").status == 0)
    #expect(results == ["far", "far/one.jpg", "three.png"])
    // The second time it is in the way.
    let again = try run("convert", "a.zip//pics/three.jpg", "--to", "png")
    #expect(again.status == 73)
  }

  @Test func timesAreThoseOfTheEntry() throws {
    #expect(try run("convert", "b.zip//in/a.zip//pics/", "--to", "jpeg", "-o", "out/").status == 0)
    let files = try scratch.tree("out").filter { $0.hasPrefix("file") }
    #expect(files.count == 3)
    #expect(files.allSatisfy { $0.contains(" @1000000000.0 ") })
    #expect(
      try run("convert", "a.zip//pics/one.png", "--to", "jpeg", "--no-keep-times").status == 0)
    #expect(try scratch.tree().contains { $0.contains(" one.jpg @1000000000.0 ") } == false)
  }

  @Test(
    arguments: [
      ("a.zip//none.png", 66, "inputNotFound"), ("a.zip//*.none", 66, "inputNotFound"),
      ("a.zip//pics", 66, "inputNotFound"), ("a.zip//docs/a.txt//x", 69, "unknownType"),
      ("none.zip//x", 66, "inputNotFound"), ("a.zip//docs/a.txt", 69, "unknownType"),
    ] as [(String, Int32, String)])
  func failures(address: String, status: Int32, code: String) throws {
    let result = try run("convert", address, "--to", "jpeg", "--json")
    #expect(result.status == status, "\(result.error)")
    #expect(result.lines.count == 1)
    #expect(result.text.contains("\"status\":\"failed\""))
    #expect(result.text.contains("\"code\":\"\(code)\""))
    #expect(results == [])
    let words = try run("convert", address, "--to", "jpeg")
    // What is missed is the archive.
    let shown = address.hasPrefix("none") ? "none.zip" : address
    #expect(words.error.hasPrefix("fairy: \(shown): "), "\(words.error)")
  }

  /// One that fails does not keep the others from being done.
  @Test func othersGoOn() throws {
    try scratch.write(Array("PK\u{3}\u{4}".utf8), to: "bad.zip")
    let result = try run(
      "convert", "bad.zip//*", "a.zip//none*", "a.zip//pics/one.png", "--to", "jpeg", "-o", "out/")
    #expect(result.status == 1)
    #expect(results == ["out", "out/one.jpg"])
  }

  @Test func twoWithOneOutputAreRefused() throws {
    let result = try run(
      "convert", "a.zip//pics/", "b.zip//in/a.zip//pics/", "--to", "jpeg", "-o", "o/")
    #expect(result.status == 64)
    #expect(result.error.contains("a.zip//pics/"))
    #expect(results == [])
    let one = try run("convert", "a.zip//pics/*", "--to", "jpeg", "-o", "one.jpg")
    #expect(one.status == 64)
    #expect(try run("convert", "a.zip//pics/*", "--to", "jpeg", "-o", "-").status == 64)
    #expect(results == [])
  }

  /// Where there is a folder, `//` is no more than `/`.
  @Test func foldersGoBeforeAddresses() throws {
    try scratch.copy(Places.fixture("rgb.png"), as: "d.zip/f.png")
    let result = try run("convert", "d.zip//f.png", "--to", "jpeg", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.objects()[0]["input"] as? String == "d.zip/f.png")
    #expect(scratch.names.contains("d.zip/f.jpg"))
    #expect(try run("info", ".//d.zip//f.png").status == 0)
  }

  @Test func whatIsEncrypted() throws {
    try scratch.copy(Places.fixture("rgb.png"), as: "d/one.png")
    let script = """
      export FAIRY_PASSWORD=geheim
      "$FAIRY" convert d --to zip -o e.zip && "$FAIRY" convert 'e.zip//*' --to jpeg -o out/ &&
      "$FAIRY" convert e.zip//one.png --to jpeg -o one.jpg && cmp one.jpg out/one.jpg && echo same
      """
    #expect(try Program.shell(script, in: scratch.path).lines.last == "same")
    #expect(try run("convert", "e.zip//one.png", "--to", "jpeg", "-o", "x.jpg").status == 77)
  }

  #if os(Linux)
    @Test func nothingIsUnpackedToDisk() throws {
      _ = try Program.shell("mkdir tmp far; mv c.zip far", in: scratch.path)
      let watch = try FolderWatch(["tmp", "far"].map { scratch.file($0) })
      let result = try Program.shell(
        """
        export TMPDIR=$PWD/tmp
        for verb in open info why; do "$FAIRY" $verb far/c.zip//in/b.zip//in/a.zip//pics/one.png; done
        "$FAIRY" convert 'far/c.zip//in/b.zip//in/a.zip//pics/**' --to jpeg -o out/
        "$FAIRY" plan 'far/c.zip//in/b.zip//in/a.zip//pics/**' --to jpeg
        """, in: scratch.path)
      #expect(result.error.isEmpty || !result.error.contains("failed"), "\(result.error)")
      #expect(try scratch.things("out").count == 4)
      #expect(watch.changes() == [])
    }
  #endif
}

extension ZIPBytes {
  mutating func add(_ name: String, _ content: [UInt8]) {
    entries.append(Entry(Array(name.utf8), "", mode: 0o100644))
    entries[entries.count - 1].content = content
  }
}
