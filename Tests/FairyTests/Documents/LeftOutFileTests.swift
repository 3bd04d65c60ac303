import Foundation
import TestSupport
import Testing

/// `--keep-going` of `fairy scan` and `fairy merge`: files that cannot be read are left out.
@Suite struct LeftOutFileTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for number in 1...3 { try scratch.write(SheetPicture.page(number), to: "\(number).pgm") }
    try scratch.write(Array(SheetPicture.page(1).prefix(5000)), to: "x.pgm")
    try scratch.write([], to: "empty.jpg")
  }

  private static let plain = [
    "--ocr", "off", "--no-crop", "--no-deskew", "--filter", "photo",
  ]

  private func scan(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, ["scan"] + words + Self.plain, in: scratch.path)
  }

  private func fairy(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func pages(_ name: String) throws -> String {
    try Program.run("/usr/bin/qpdf", ["--show-npages", name], in: scratch.path).text
  }

  /// Which file each page comes from, by the lines of `--json`.
  private func places(_ result: Program.Result) throws -> [String] {
    try result.objects().compactMap { object in
      guard let page = object["page"] as? Int, let input = object["input"] as? String else {
        return nil
      }
      return "\(page) \(input)"
    }
  }

  private var hasResult: Bool { scratch.names.contains { $0.hasSuffix(".pdf") } }

  @Test(arguments: [
    (["x.pgm", "1.pgm", "2.pgm"], ["1 1.pgm", "2 2.pgm"]),
    (["1.pgm", "x.pgm", "2.pgm"], ["1 1.pgm", "2 2.pgm"]),
    (["1.pgm", "2.pgm", "x.pgm"], ["1 1.pgm", "2 2.pgm"]),
    (["empty.jpg", "3.pgm", "x.pgm", "1.pgm"], ["1 3.pgm", "2 1.pgm"]),
  ])
  func damagedFilesAreLeftOut(files: [String], expected: [String]) throws {
    let result = try Program.run(
      Program.fairy, ["scan"] + files + ["--keep-going", "--json", "-o", "out.pdf"] + Self.plain,
      in: scratch.path)
    #expect(result.status == 65, "\(result.error)")
    #expect(try places(result) == expected)
    #expect(try pages("out.pdf") == "2\n")
    let last = try #require(try result.objects().last)
    #expect(last["status"] as? String == "failed")
    #expect(last["partial"] as? Bool == true)
    #expect(last["output"] as? String == "out.pdf")
    #expect(last["inputs"] as? [String] == files)
    let ledger = try #require(last["ledger"] as? [[String: String]])
    let bad = files.filter { ["x.pgm", "empty.jpg"].contains($0) }
    let lost = ledger.filter { $0["what"]?.hasPrefix("input ") == true }
    #expect(lost.map { $0["what"] } == bad.map { "input \($0)" })
    #expect(lost.allSatisfy { $0["action"] == "dropped" && $0["why"]?.isEmpty == false })
    let error = try #require(last["error"] as? [String: String])
    #expect(error["code"] == "damagedInput")
    // The first of all is the result's own input.
    #expect(error["file"] == (bad.first == files.first ? nil : bad.first))
  }

  @Test func eachIsNamedForPeople() throws {
    let result = try scan("1.pgm", "x.pgm", "empty.jpg", "--keep-going", "-o", "out.pdf")
    #expect(result.status == 65)
    let lines = result.error.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.contains(": left out: ") }.count == 2)
    #expect(lines.contains { $0.hasPrefix("fairy: out.pdf: left out: x.pgm: ") })
    #expect(
      lines.contains("fairy: out.pdf: left out: empty.jpg: is empty: it holds no bytes at all"))
    let last = try #require(lines.last)
    #expect(last.hasPrefix("fairy: x.pgm: "))
    #expect(last.hasSuffix("; it and 1 more were left out, the others are there"))
    #expect(result.text.hasPrefix("1 of 3 files → out.pdf  "))
    #expect(try pages("out.pdf") == "1\n")
  }

  @Test func withoutItOneDamagedFileIsTheEnd() throws {
    for file in ["x.pgm", "empty.jpg"] {
      let result = try scan("1.pgm", file, "-o", "out.pdf")
      #expect(result.status == 65)
      #expect(result.error.hasPrefix("fairy: \(file): "), "\(result.error)")
      #expect(!hasResult)
    }
  }

  @Test func whereAllAreDamagedTheFirstErrorIsTheResult() throws {
    let result = try scan("empty.jpg", "x.pgm", "--keep-going", "-o", "out.pdf")
    #expect(result.status == 65)
    #expect(result.error == "fairy: empty.jpg: is empty: it holds no bytes at all\n")
    #expect(result.text.isEmpty)
    #expect(!hasResult)
    let one = try scan("x.pgm", "--keep-going", "-o", "out.pdf")
    #expect(one.status == 65)
    #expect(!hasResult)
  }

  @Test func whereAllAreWellNothingIsDifferent() throws {
    let result = try scan("1.pgm", "2.pgm", "--keep-going", "-o", "out.pdf")
    #expect(result.status == 0)
    #expect(!result.error.contains("left out"), "\(result.error)")
    #expect(try pages("out.pdf") == "2\n")
  }

  @Test func aFolderWithADamagedFile() throws {
    for name in ["1.pgm", "x.pgm", "3.pgm"] {
      try scratch.copy(scratch.file(name), as: "f/\(name)")
    }
    let result = try scan("f", "--keep-going", "--json", "-o", "out.pdf")
    #expect(result.status == 65)
    #expect(try places(result) == ["1 f/1.pgm", "2 f/3.pgm"])
    #expect(try pages("out.pdf") == "2\n")
  }

  /// The code of the failure, where there is one reason alone.
  @Test func aFileOfNoKnownKind() throws {
    try scratch.write(Array("neither picture nor page\n".utf8), to: "a.txt")
    let result = try scan("1.pgm", "a.txt", "--keep-going", "-o", "out.pdf")
    #expect(result.status == 69, "\(result.error)")
    #expect(try pages("out.pdf") == "1\n")
    let mixed = try scan("1.pgm", "a.txt", "x.pgm", "--keep-going", "-o", "mixed.pdf")
    #expect(mixed.status == 65)
    #expect(try pages("mixed.pdf") == "1\n")
  }

  @Test func aDryRunSaysWhatWouldBeLeftOut() throws {
    let result = try scan("1.pgm", "x.pgm", "--keep-going", "--dry-run", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("fairy: out.pdf: warning: x.pgm: "), "\(result.error)")
    #expect(result.error.contains(" (it would be left out)\n"))
    #expect(!hasResult)
    let all = try scan("x.pgm", "empty.jpg", "--keep-going", "--dry-run", "-o", "out.pdf")
    #expect(all.status == 65)
  }

  @Test func picturesAreSavedOfTheOthers() throws {
    let result = try scan(
      "x.pgm", "1.pgm", "2.pgm", "--keep-going", "--save", "both", "-o", "out.pdf")
    #expect(result.status == 65)
    #expect(
      scratch.names.filter { $0.hasPrefix("out") }.sorted() == [
        "out-001.jpg", "out-002.jpg", "out.pdf",
      ])
  }

  @Test func documentsBetweenSeparatorsKeepTheirOtherPages() throws {
    try scratch.write(SheetPicture.patch, to: "t.pgm")
    let result = try scan(
      "1.pgm", "x.pgm", "t.pgm", "2.pgm", "--separator", "patch-t", "--keep-going", "-o", "out.pdf")
    #expect(result.status == 65, "\(result.error)")
    #expect(try pages("out-1.pdf") == "1\n")
    #expect(try pages("out-2.pdf") == "1\n")
  }

  /// Nothing goes out before it is known what is in it.
  @Test func standardOutputGetsTheOthers() throws {
    let result = try scan("1.pgm", "x.pgm", "2.pgm", "--keep-going", "-o", "-")
    #expect(result.status == 65)
    try scratch.write(Array(result.output), to: "got.pdf")
    #expect(try pages("got.pdf") == "2\n")
  }

  @Test func filesOfAMergeAreLeftOut() throws {
    try scratch.write(SmallPDF(pages: 2).bytes, to: "two.pdf")
    try scratch.write(Array("%PDF-1.7\nnothing".utf8), to: "bad.pdf")
    for files in [
      ["bad.pdf", "two.pdf", "1.pgm"], ["two.pdf", "bad.pdf", "x.pgm", "1.pgm"],
      ["two.pdf", "1.pgm", "x.pgm"],
    ] {
      let result = try Program.run(
        Program.fairy,
        ["merge"] + files + ["--keep-going", "-o", "out.pdf", "--on-conflict", "overwrite"],
        in: scratch.path)
      #expect(result.status == 65, "\(result.error)")
      #expect(try pages("out.pdf") == "3\n", "\(files)")
    }
    let none = try fairy("merge", "bad.pdf", "x.pgm", "--keep-going", "-o", "none.pdf")
    #expect(none.status == 65)
    #expect(none.error.hasPrefix("fairy: bad.pdf: "))
    #expect(!scratch.names.contains("none.pdf"))
  }

  /// Damage that shows only when pixels are decoded: as a page is looked for, and as the PDF is written.
  @Test func damageThatShowsLate() throws {
    try scratch.copy(Places.fixture("bad/truncated.jpg"), as: "late.jpg")
    let scanned = try scan("late.jpg", "1.pgm", "2.pgm", "--keep-going", "--json", "-o", "s.pdf")
    #expect(scanned.status == 65, "\(scanned.error)")
    #expect(try places(scanned) == ["1 1.pgm", "2 2.pgm"])
    #expect(try pages("s.pdf") == "2\n")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: Places.fixture("rgba.qoi"))))
    try scratch.write(Array(bytes.prefix(bytes.count / 2)), to: "late.qoi")
    for files in [["late.qoi", "1.pgm"], ["1.pgm", "late.qoi"]] {
      let merged = try Program.run(
        Program.fairy,
        ["merge"] + files + ["--keep-going", "-o", "m.pdf", "--on-conflict", "overwrite"],
        in: scratch.path)
      #expect(merged.status == 65, "\(merged.error)")
      #expect(merged.error.contains("fairy: m.pdf: left out: late.qoi: "), "\(merged.error)")
      #expect(try pages("m.pdf") == "1\n")
    }
  }

  /// Without `--keep-going` it is the damaged file that is named, not the first.
  @Test func theDamagedFileIsNamed() throws {
    try scratch.copy(Places.fixture("bad/truncated.jpg"), as: "late.jpg")
    let result = try scan("1.pgm", "late.jpg", "-o", "out.pdf")
    #expect(result.status == 65)
    #expect(result.error.contains("fairy: late.jpg: the picture's data ends at row "))
    #expect(!hasResult)
  }

  /// A name that is not there is most likely a mistake, and is said before anything is made.
  @Test func aFileThatIsNotThereIsTheEnd() throws {
    let result = try scan("1.pgm", "none.pgm", "--keep-going", "-o", "out.pdf")
    #expect(result.status == 66)
    #expect(!hasResult)
  }
}
