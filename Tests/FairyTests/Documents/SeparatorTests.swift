import Foundation
import TestSupport
import Testing

/// `fairy scan --separator`: several documents of one batch.
@Suite struct SeparatorTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private static let plain = [
    "--ocr", "off", "--no-crop", "--no-deskew", "--filter", "photo",
  ]

  private func scan(_ words: String..., input: [UInt8] = []) throws -> Program.Result {
    try Program.run(
      Program.fairy, ["scan"] + words + Self.plain, in: scratch.path, input: input)
  }

  /// Writes sheets `1.pgm`, `2.pgm`…: `p` is a page, `t` a Patch-T sheet, `b` a barcode, `-` blank, `x` damaged.
  private func sheets(_ letters: String) throws -> [String] {
    try letters.enumerated().map { index, letter in
      let bytes: [UInt8] =
        switch letter {
        case "t": SheetPicture.patch
        case "b": SheetPicture.barcode("PATCHT")
        case "c": SheetPicture.barcode("CHAPT")
        case "-": SheetPicture.blank
        case "x": Array(SheetPicture.page(1).prefix(5000))
        default: SheetPicture.page(index + 1)
        }
      try scratch.write(bytes, to: "\(index + 1).pgm")
      return "\(index + 1).pgm"
    }
  }

  private func pages(_ name: String) throws -> Int? {
    let text = try Program.run("/usr/bin/qpdf", ["--show-npages", name], in: scratch.path).text
    return Int(text.split(separator: "\n").first ?? "")
  }

  private var results: [String] { scratch.names.filter { $0.hasSuffix(".pdf") }.sorted() }

  private func run(_ letters: String, _ words: String...) throws -> Program.Result {
    let names = try sheets(letters)
    return try Program.run(
      Program.fairy, ["scan"] + names + words + Self.plain, in: scratch.path)
  }

  @Test func aDocumentForEachPart() throws {
    let result = try run("pptptp", "--separator", "patch-t", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(results == ["out-1.pdf", "out-2.pdf", "out-3.pdf"])
    #expect(try results.map(pages) == [2, 1, 1])
    #expect(
      result.error.contains("fairy: 3.pgm is a separator sheet (Patch-T code): it is left out\n"))
    #expect(result.error.contains("fairy: 2 separator sheets found: 3 documents\n"))
  }

  @Test func atTheEndsAndInARow() throws {
    let result = try run("tpttpt", "--separator", "patch-t", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(results == ["out-1.pdf", "out-2.pdf"])
    #expect(try results.map(pages) == [1, 1])
  }

  @Test(arguments: [
    ("patch-t", ["out-1.pdf", "out-2.pdf"]), ("barcode", ["out-1.pdf", "out-2.pdf"]),
    ("any", ["out-1.pdf", "out-2.pdf", "out-3.pdf"]),
    ("barcode=CHAPT", ["out-1.pdf", "out-2.pdf"]), ("barcode=OTHER", ["out.pdf"]),
  ])
  func marks(word: String, names: [String]) throws {
    let result = try run("ptpbpcp", "--separator", word, "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(results == names)
  }

  @Test func aBareOptionMeansEither() throws {
    let names = try sheets("ptpbp")
    let result = try Program.run(
      Program.fairy, ["scan", "-o", "out.pdf"] + names + Self.plain + ["--separator"],
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(results == ["out-1.pdf", "out-2.pdf", "out-3.pdf"])
    #expect(result.error.contains(#"4.pgm is a separator sheet (barcode "PATCHT")"#))
  }

  @Test func withoutASeparatorItIsOneDocument() throws {
    let result = try run("pp", "--separator", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(results == ["out.pdf"])
    #expect(
      result.error.contains(
        #"no separator sheet (Patch-T code or barcode "PATCHT") was found: all becomes one document"#
      ))
  }

  @Test func separatorsAloneAreNoDocument() throws {
    let result = try run("tt", "--separator", "patch-t", "-o", "out.pdf")
    #expect(result.status == 65)
    #expect(
      result.error.contains("there is nothing but separator sheets in the batch: no page is left"))
    #expect(results == [])
  }

  /// Pages of a PDF and a TIFF, with separators between them.
  @Test(arguments: ["pdf", "tiff"]) func pagesOfOneFile(type: String) throws {
    let names = try sheets("pptp")
    let made = try Program.run(
      Program.fairy, ["merge"] + names + ["-o", "in.\(type)"], in: scratch.path)
    try #require(made.status == 0, "\(made.error)")
    let result = try scan(
      "in.\(type)", "5.pgm", "--separator", "patch-t", "--json", "-o", "out.pdf")
    // There is no fifth sheet.
    #expect(result.status == 66, "\(result.error)")
    try scratch.write(SheetPicture.page(5), to: "5.pgm")
    let again = try scan(
      "in.\(type)", "5.pgm", "--separator", "patch-t", "--json", "--on-conflict", "overwrite",
      "-o", "out.pdf")
    #expect(again.status == 0, "\(again.error)")
    #expect(try [pages("out-1.pdf"), pages("out-2.pdf")] == [2, 2])
    #expect(again.error.contains("page 3 of in.\(type) is a separator sheet (Patch-T code)"))
    let objects = try again.objects()
    #expect(objects.first?["inputPage"] as? Int == 3)
    #expect(objects.first?["separator"] as? String == "patch-t")
    let documents = objects.filter { $0["status"] != nil }
    let second = try #require(
      documents.first { $0["output"] as? String == "out-2.pdf" })
    #expect(second["inputs"] as? [String] == ["in.\(type)", "5.pgm"])
    #expect((second["inputPages"] as? [Any])?.first as? String == "4")
    let first = try #require(documents.first { $0["output"] as? String == "out-1.pdf" })
    #expect(first["inputPages"] as? [String] == ["1-2"])
  }

  @Test func aDamagedPhotoCostsItsDocumentAlone() throws {
    let result = try run("ptpxtp", "--separator", "patch-t", "-o", "out.pdf")
    #expect(result.status == 65, "\(result.error)")
    #expect(results == ["out-1.pdf", "out-3.pdf"])
    #expect(result.error.contains("4.pgm: no separator sheet was looked for: "))
    #expect(result.error.contains("fairy: 4.pgm: "))
  }

  @Test func conflictsAreThoseOfEachDocument() throws {
    let mine = Array("mine".utf8)
    try scratch.write(mine, to: "out-1.pdf")
    let result = try run("ptp", "--separator", "patch-t", "-o", "out.pdf")
    #expect(result.status == 73)
    #expect(try scratch.bytes("out-1.pdf") == mine)
    #expect(try pages("out-2.pdf") == 1)
    let renamed = try run(
      "ptp", "--separator", "patch-t", "--on-conflict", "rename", "-o", "out.pdf")
    #expect(renamed.status == 0, "\(renamed.error)")
    #expect(results.count == 4)
    #expect(try scratch.bytes("out-1.pdf") == mine)
  }

  @Test func documentsNamedByTheTime() throws {
    let result = try run("ptp", "--separator", "patch-t", "-o", "made/")
    #expect(result.status == 0, "\(result.error)")
    #expect(results.count == 2)
    #expect(results.allSatisfy { $0.hasPrefix("made/Scan ") })
    #expect(results.map { $0.suffix(6) } == ["-1.pdf", "-2.pdf"])
  }

  @Test func picturesOfEachDocument() throws {
    let names = try sheets("pptp")
    let made = try Program.run(
      Program.fairy, ["merge"] + names + ["-o", "in.tiff"], in: scratch.path)
    try #require(made.status == 0, "\(made.error)")
    let result = try scan("in.tiff", "--separator", "patch-t", "--save", "images", "-o", "x.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      scratch.names.filter { $0.hasPrefix("x") }.sorted()
        == ["x-1-001.jpg", "x-1-002.jpg", "x-2-001.jpg"])
    // The fourth page of the file, which has most on it.
    let dark = try ["x-1-001.jpg", "x-2-001.jpg"].map { name in
      let picture = try Program.run(
        Program.fairy, ["convert", name, "--to", "pgm", "-o", "-"], in: scratch.path)
      return picture.output.count { $0 < 100 }
    }
    #expect(dark[1] > 3 * dark[0])
  }

  @Test func aDryRunTellsHowMany() throws {
    let result = try run("ptp", "--separator", "patch-t", "--dry-run", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("1 separator sheet found: 2 documents"))
    #expect(result.text.contains("out-1.pdf"))
    #expect(result.text.contains("out-2.pdf"))
    #expect(results == [])
  }

  /// The back of a separator sheet is no document.
  @Test func blankPagesAloneAreNoDocument() throws {
    let result = try run("pt-tp", "--separator", "patch-t", "--drop-blank", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(results == ["out-1.pdf", "out-2.pdf"])
    #expect(result.error.contains("1 document of blank pages alone is left out"))
  }

  @Test(arguments: [
    (["--separator", "patch-t", "-o", "-"], "--separator makes several documents"),
    (["--separator", "blank"], "barcode=TEXT"), (["--separator", "barcode="], "barcode=TEXT"),
    (["--separator", "any", "--rotate", "90:1-2"], "each document of --separator has its own"),
  ])
  func wrongUse(words: [String], text: String) throws {
    let names = try sheets("p")
    let result = try Program.run(Program.fairy, ["scan"] + names + words, in: scratch.path)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.error.contains(text), "\(result.error)")
    #expect(scratch.names == ["1.pgm"])
  }

  @Test func standardInputIsRefused() throws {
    let result = try scan(
      "-", "--separator", "patch-t", "-o", "out.pdf", input: SheetPicture.page(1))
    #expect(result.status == 64)
    #expect(result.error.contains("standard input can be read once"))
  }
}
