import PictureModel
import Runner
import TestSupport
import Testing

@testable import FairyCommandLine

/// What `fairy scan` takes, and where its result goes.
@Suite struct ScanInputTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// A page without anything on it, whose width tells it from others.
  private func picture(_ name: String, width: Int = 60) throws {
    let bytes = Array("P5 \(width) 80 255\n".utf8) + [UInt8](repeating: 250, count: width * 80)
    try scratch.write(bytes, to: name)
  }

  private func scan(_ words: String..., input: [UInt8] = []) throws -> Program.Result {
    try Program.run(
      Program.fairy, ["scan"] + words + ["--ocr", "off", "--no-crop"], in: scratch.path,
      input: input)
  }

  private func pages(of name: String) throws -> String {
    try Program.run("/usr/bin/qpdf", ["--show-npages", name], in: scratch.path).text
  }

  @Test func photosOfAFolderComeInTheOrderOfTheirNumbers() throws {
    for name in ["p/page-10.pgm", "p/page-2.pgm", "p/page-1.pgm"] { try picture(name) }
    let result = try scan("p", "--json", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try result.objects().prefix(3).map { $0["input"] as? String }
        == ["p/page-1.pgm", "p/page-2.pgm", "p/page-10.pgm"])
  }

  @Test(arguments: [
    ("page-2", "page-10"), ("a9/x", "a10/a"), ("a/z", "a-1/b"), ("page", "page1"),
    ("page-01", "page-1"), ("007", "8"), ("x99999999999999999999a", "x99999999999999999999b"),
  ])
  func naturalOrder(first: String, second: String) {
    #expect(NaturalOrder.precedes(Array(first.utf8), Array(second.utf8)))
    #expect(!NaturalOrder.precedes(Array(second.utf8), Array(first.utf8)))
    #expect(!NaturalOrder.precedes(Array(first.utf8), Array(first.utf8)))
  }

  @Test func documentsStandBesidePhotos() throws {
    try picture("a.pgm")
    #expect(try scan("a.pgm", "a.pgm", "-o", "in.pdf").status == 0)
    try picture("folder/b.pgm")
    let moved = try Program.run("/bin/cp", ["in.pdf", "folder/c.pdf"], in: scratch.path)
    #expect(moved.status == 0)
    let result = try scan("a.pgm", "in.pdf", "folder", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(try pages(of: "out.pdf") == "6\n")
  }

  @Test func resultsOfEarlierScansInAFolderAreNoPhotos() throws {
    try picture("p/a.pgm")
    #expect(try scan("p").status == 0)
    let result = try scan("p", "--json", "-o", "p/out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("p: 1 result of an earlier scan is left out"))
    #expect(try result.objects().count == 2)
  }

  @Test func standardInputIsAPhoto() throws {
    try picture("a.pgm")
    let result = try scan("-", "-o", "out.pdf", input: try scratch.bytes("a.pgm"))
    #expect(result.status == 0, "\(result.error)")
    #expect(try pages(of: "out.pdf") == "1\n")
    let twice = try scan("-", "-", "-o", "no.pdf")
    #expect(twice.status == 64)
    #expect(twice.error.contains("standard input (-) is named twice"))
  }

  @Test func twoScansOfOneSecondAreBothKept() throws {
    try picture("a.pgm")
    for _ in 0..<3 { #expect(try scan("a.pgm").status == 0) }
    #expect(scratch.names.filter { $0.hasPrefix("Scan ") }.count == 3)
  }

  @Test func aFolderForTheResultGetsAScanNamedByTheTime() throws {
    try picture("a.pgm")
    #expect(try scan("a.pgm", "-o", "out/").status == 0)
    #expect(scratch.names.contains { $0.hasPrefix("out/Scan ") && $0.hasSuffix(".pdf") })
  }

  @Test func aNameThatIsTakenStays() throws {
    try picture("a.pgm")
    try scratch.write(Array("mine".utf8), to: "out.pdf")
    #expect(try scan("a.pgm", "-o", "out.pdf").status == 73)
    #expect(try scratch.bytes("out.pdf") == Array("mine".utf8))
  }

  @Test func whatCannotBeScannedIsNamed() throws {
    try picture("a.pgm")
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "t.csv")
    for words in [["t.csv", "a.pgm"], ["a.pgm", "t.csv"]] {
      let result = try scan(words[0], words[1], "-o", "out.pdf")
      #expect(result.status == 69)
      #expect(result.error.hasPrefix("fairy: t.csv: is a CSV table, which cannot become a PDF"))
    }
    #expect(scratch.names == ["a.pgm", "t.csv"])
  }

  @Test func aFolderWithoutPhotosIsSaid() throws {
    try scratch.write(Array("text".utf8), to: "p/notes.txt")
    let result = try scan("p")
    #expect(result.status == 64)
    #expect(result.error.contains("1 file that is neither picture nor PDF is left out"))
    #expect(result.error.contains("there is nothing to scan: no picture and no PDF was found"))
  }

  @Test func presetsMakePicturesSmallerAndLeaveBlackAndWhite() throws {
    let photo = PagePhoto(seed: 700_058, width: 960, height: 1280)
    var bytes = Array("P6 960 1280 255\n".utf8)
    for y in 0..<1280 {
      let row = photo.pixels.planes[0].row(y, as: UInt8.self)
      bytes += UnsafeBufferPointer(start: row, count: 3 * 960)
    }
    try scratch.write(bytes, to: "a.ppm")
    var sizes: [Int] = []
    for preset in ["small", "high", "none"] {
      let result = try scan("a.ppm", "--preset", preset, "--json", "-o", "\(preset).pdf")
      #expect(result.status == 0, "\(result.error)")
      // What is said of pages is said whatever becomes of their pictures.
      #expect(try result.objects().map { $0["page"] as? Int } == [1, nil])
      sizes.append(try scratch.bytes("\(preset).pdf").count)
    }
    #expect(sizes[0] * 2 < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
    for preset in ["small", "none"] {
      #expect(
        try scan("a.ppm", "--filter", "bw", "--preset", preset, "-o", "bw-\(preset).pdf").status
          == 0)
    }
    let pictures = try ["small", "none"].map { preset in
      try Program.run(
        "/usr/bin/pdfimages", ["-list", "bw-\(preset).pdf"], in: scratch.path
      ).lines.last
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0]?.contains("jbig2") == true)
  }
}
