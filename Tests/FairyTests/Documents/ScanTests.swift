import ConverterCore
import PictureModel
import TestSupport
import Testing

/// `fairy scan`, as a user would call it.
@Suite struct ScanTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// A photo whose corners are known, as a PPM.
  @discardableResult
  private func photo(_ name: String, seed: UInt64 = 700_058, hasPage: Bool = true) throws
    -> PagePhoto
  {
    let photo =
      hasPage
      ? PagePhoto(seed: seed, width: 960, height: 1280)
      : PagePhoto(withoutPage: seed, width: 960, height: 1280)
    var bytes = Array("P6 960 1280 255\n".utf8)
    for y in 0..<1280 {
      let row = photo.pixels.planes[0].row(y, as: UInt8.self)
      bytes += UnsafeBufferPointer(start: row, count: 3 * 960)
    }
    try scratch.write(bytes, to: name)
    return photo
  }

  private func scan(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, ["scan"] + words, in: scratch.path)
  }

  @Test func pagesAreFoundAndJoined() throws {
    let photo = try photo("a.ppm")
    try self.photo("b.ppm", seed: 700_046)
    let result = try scan("a.ppm", "b.ppm", "--ocr", "off", "--json", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    let objects = try result.objects()
    #expect(objects.count == 3)
    #expect(objects.prefix(2).map { $0["input"] as? String } == ["a.ppm", "b.ppm"])
    #expect(objects.prefix(2).map { $0["page"] as? Int } == [1, 2])
    let corners = try #require(objects[0]["corners"] as? [[Double]])
    for (found, known) in zip(corners, photo.corners) {
      #expect(abs(found[0] - known.x * 960) < 4 && abs(found[1] - known.y * 1280) < 4)
    }
    #expect(objects[0]["found"] as? Bool == true)
    #expect(objects[0]["width"] as? Int == 960)
    #expect(objects[2]["output"] as? String == "out.pdf")
    let pages = try Program.run("/usr/bin/qpdf", ["--show-npages", "out.pdf"], in: scratch.path)
    #expect(pages.text == "2\n")
    let check = try Program.run("/usr/bin/qpdf", ["--check", "out.pdf"], in: scratch.path)
    #expect(check.status == 0)
  }

  @Test func withoutANameThePDFIsBesideTheFirstPhoto() throws {
    try photo("photos/a.ppm")
    let result = try Program.run(
      Program.fairy, ["scan", "photos/a.ppm", "--ocr", "off"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let made = scratch.names.filter { $0.hasPrefix("photos/Scan ") && $0.hasSuffix(".pdf") }
    #expect(made.count == 1)
  }

  @Test func foldersAreTakenByName() throws {
    for name in ["p/2.ppm", "p/10.ppm", "p/1.ppm"] { try photo(name) }
    try scratch.write(Array("text".utf8), to: "p/notes.txt")
    let result = try scan("p", "--ocr", "off", "--json", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("1 file that is neither picture nor PDF is left out"))
    #expect(try result.objects().count == 4)
  }

  @Test func aPhotoWithoutAPageIsTakenWholeAndSaid() throws {
    try photo("a.ppm", seed: 9100, hasPage: false)
    let result = try scan("a.ppm", "--ocr", "off", "--json", "-o", "out.pdf")
    #expect(result.status == 0)
    let objects = try result.objects()
    #expect(objects[0]["found"] as? Bool == false)
    #expect(objects[0]["corners"] as? [[Double]] == [[0, 0], [960, 0], [960, 1280], [0, 1280]])
    let warnings = try #require(objects[1]["warnings"] as? [String])
    #expect(warnings.contains { $0.hasPrefix("no page was found in it") })
  }

  /// A flat picture of paper with print where `isInk` says.
  private func paper(
    _ name: String, width: Int = 800, height: Int = 1100, _ value: (Int, Int) -> UInt8
  ) throws {
    var bytes = Array("P5 \(width) \(height) 255\n".utf8)
    for y in 0..<height { for x in 0..<width { bytes.append(value(x, y)) } }
    try scratch.write(bytes, to: name)
  }

  @Test func blankPagesAreLeftOut() throws {
    try paper("1.pgm") { x, y in
      let isPrint = y % 30 < 8 && x % 9 < 5
      return isPrint && (100..<700).contains(x) ? 30 : 250
    }
    try paper("2.pgm") { _, _ in 250 }
    try paper("3.pgm") { x, y in
      (395..<398).contains(x) && (1040..<1052).contains(y) ? 30 : 250
    }
    let result = try scan(
      "1.pgm", "2.pgm", "3.pgm", "--drop-blank", "--no-crop", "--ocr", "off", "--json", "-o",
      "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    let objects = try result.objects()
    #expect(objects.prefix(3).map { $0["blank"] as? Bool } == [false, true, false])
    #expect(objects.prefix(3).map { $0["page"] as? Int } == [1, nil, 2])
    let pages = try Program.run("/usr/bin/qpdf", ["--show-npages", "out.pdf"], in: scratch.path)
    #expect(pages.text == "2\n")
    let kept = try scan("2.pgm", "--no-crop", "--ocr", "off", "-o", "kept.pdf")
    #expect(kept.status == 0)
    let none = try scan("2.pgm", "--drop-blank", "--no-crop", "--ocr", "off", "-o", "none.pdf")
    #expect(none.status == 65)
    #expect(none.error.contains("nothing is written on its page"))
  }

  @Test func anOpenBookBecomesTwoPages() throws {
    try paper("a.pgm", width: 1200, height: 800) { x, y in
      let light = 235 - 90 * max(0, 1 - abs(Double(x) - 600) / 50)
      let isLetter = y % 24 < 7 && x % 9 < 5
      let isBlock = (60..<740).contains(y) && (80..<520).contains(abs(x - 600))
      let isPrint = isLetter && isBlock
      return UInt8(isPrint ? light * 0.2 : light)
    }
    let result = try scan(
      "a.pgm", "--split", "--no-crop", "--ocr", "off", "--json", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    let objects = try result.objects()
    #expect(objects.prefix(2).map { $0["half"] as? String } == ["left", "right"])
    #expect(objects.prefix(2).map { $0["page"] as? Int } == [1, 2])
    #expect(objects.prefix(2).map { $0["input"] as? String } == ["a.pgm", "a.pgm"])
    let pages = try Program.run("/usr/bin/qpdf", ["--show-npages", "out.pdf"], in: scratch.path)
    #expect(pages.text == "2\n")
  }

  @Test(arguments: [
    ["--corners", "1,2,3"], ["--corners", "0,0,9,0,9,9,x,9"],
    ["--corners", "0,0,0,100,100,100,100,0"], ["--filter", "sepia"], ["--ocr", "later"],
    ["--no-crop", "--corners", "0,0,9,0,9,9,0,9"], ["--ocr", "off", "--languages", "eng"],
    ["--page-size", "napkin"], ["--engine", "crystal"], ["--ocr", "off", "--engine", "paddle"],
  ])
  func wrongUse(words: [String]) throws {
    try photo("a.ppm")
    let result = try Program.run(
      Program.fairy, ["scan", "a.ppm", "-o", "out.pdf"] + words, in: scratch.path)
    #expect(result.status == 64, "\(result.error)")
    #expect(scratch.names == ["a.ppm"])
  }

  @Test func aMissingLanguageIsNamedWithItsPackage() throws {
    try photo("a.ppm")
    let result = try scan("a.ppm", "--languages", "tlh", "-o", "out.pdf")
    #expect(result.status == 69)
    #expect(result.error.contains("tesseract-ocr-tlh"))
    #expect(scratch.names == ["a.ppm"])
  }

  /// Pages with the first lines of what is on them.
  static let pages = Sample.present(
    [
      (
        "fixtures/others/words.png",
        ["The quick brown fox jumped over", "the lazy dog and went home to read", "a book"]
      ),
      (
        "ocr/phototest.tif",
        [
          "This is a lot of 12 point text to test the",
          "ocr code and see if it works on all types", "of file format.",
          "The quick brown dog jumped over the",
        ]
      ),
    ], name: \.0)

  @Test(arguments: pages) func wordsCanBeSearched(file: String, lines: [String]) throws {
    let path = Sample(file).path
    let result = try scan(path, "--filter", "bw", "--languages", "eng", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    let text = try Program.run("/usr/bin/pdftotext", ["-raw", "out.pdf", "-"], in: scratch.path)
    #expect(Array(text.lines.prefix(lines.count)) == lines)
  }

  @Test(arguments: ["txt", "md", "hocr", "alto", "tsv", "json"], pages.map(\.0))
  func wordsOfAPictureInEveryFormat(format: String, file: String) throws {
    let path = Sample(file).path
    let result = try Program.fairy(
      "convert", path, "--to", format, "--set", "languages=eng", "-o", "-")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("jumped"))
  }
}
