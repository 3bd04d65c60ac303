import Foundation
import TestSupport
import Testing

/// Pages of print that lie on their side or on their head, and pages that are found before their words are read.
@Suite struct ScanWordsTests {
  private let scratch: ScratchFolder

  private static let lines = [
    "The quick brown fox jumps over the lazy dog", "and counts 1234 sheep on the way home",
    "before it reads the letter of Monday again",
  ]

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Array(TextPDF.page(Self.lines, from: 700).utf8), to: "text.pdf")
  }

  /// A picture of the page, turned clockwise.
  private func picture(turnedBy degrees: Int) throws {
    try run("/usr/bin/qpdf", "--warning-exit-0", "--rotate=\(degrees)", "text.pdf", "turned.pdf")
    try run("/usr/bin/pdftoppm", "-r", "200", "-gray", "-singlefile", "turned.pdf", "page")
  }

  private func run(_ program: String, _ words: String...) throws {
    #expect(try Program.run(program, words, in: scratch.path).status == 0)
  }

  private func fairy(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func words(of picture: String) throws -> [String] {
    let result = try fairy("convert", picture, "--to", "txt", "--set", "languages=eng", "-o", "-")
    #expect(result.status == 0, "\(result.error)")
    return result.lines.filter { !$0.isEmpty }
  }

  @Test(arguments: [0, 90, 180, 270])
  func pagesWithoutWordsStandUpright(degrees: Int) throws {
    try picture(turnedBy: degrees)
    let result = try fairy(
      "scan", "page.pgm", "--no-crop", "--ocr", "off", "--rotate", "auto", "--json", "-o", "a.pdf")
    #expect(result.status == 0, "\(result.error)")
    let page = try #require(try result.objects().first)
    #expect(page["rotation"] as? Int == (360 - degrees) % 360)
    #expect(page["words"] is NSNull)
    try run("/usr/bin/pdftoppm", "-r", "200", "-singlefile", "-gray", "a.pdf", "upright")
    #expect(try words(of: "upright.pgm") == Self.lines)
    // No words were written.
    let text = try Program.run("/usr/bin/pdftotext", ["a.pdf", "-"], in: scratch.path).text
    #expect(!text.contains { !$0.isWhitespace })
  }

  @Test func picturesStandUpright() throws {
    try picture(turnedBy: 90)
    let result = try fairy(
      "convert", "page.pgm", "--to", "png", "--set", "scan=page", "--set", "scan-corners=none",
      "--set", "scan-rotate=auto", "--json", "-o", "a.png")
    #expect(result.status == 0, "\(result.error)")
    let entries = try #require(try result.objects().first?["ledger"] as? [[String: Any]])
    #expect(entries.contains { $0["what"] as? String == "rotation" })
    let facts = try #require(try fairy("info", "--json", "a.png").objects().first)
    let size = try #require(facts["picture"] as? [String: Any])
    #expect((size["width"] as? Int ?? 0) < (size["height"] as? Int ?? 0))
  }

  @Test(arguments: ["txt", "md", "hocr", "alto", "tsv", "json"])
  func pagesAreFoundBeforeTheirWordsAreRead(format: String) throws {
    try picture(turnedBy: 0)
    // The first line alone is within the corners.
    let result = try fairy(
      "convert", "page.pgm", "--to", format, "--set", "languages=eng", "--set", "scan=page",
      "--set", "scan-corners=100,300,1550,300,1550,420,100,420", "-o", "-")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("quick"))
    #expect(!result.text.contains("Monday"))
  }

  @Test func placesAreThoseInThePage() throws {
    try picture(turnedBy: 0)
    let result = try fairy(
      "convert", "page.pgm", "--to", "hocr", "--set", "languages=eng", "--set", "scan=page",
      "--set", "scan-corners=100,300,1550,300,1550,420,100,420", "-o", "-")
    #expect(result.status == 0, "\(result.error)")
    let page = try #require(result.text.firstMatch(of: /ocr_page.*bbox 0 0 (\d+) (\d+);/))
    #expect(Int(page.1) == 1450 && Int(page.2) == 120)
    #expect(result.text.contains("x_corners 100 300 1550 300 1550 420 100 420"))
  }

  @Test func mirroredPagesAreSaid() throws {
    try picture(turnedBy: 0)
    try run(Program.fairy, "convert", "page.pgm", "--flip", "horizontal", "-o", "mirrored.pgm")
    for (name, isMirrored) in [("page.pgm", false), ("mirrored.pgm", true)] {
      let result = try fairy("convert", name, "--to", "txt", "--set", "languages=eng", "-o", "-")
      #expect(result.error.contains("the page seems to be mirrored") == isMirrored)
    }
  }

  @Test func fastWordsHavePlacesInThePicture() throws {
    try picture(turnedBy: 0)
    var boxes: [[Int]] = []
    for effort in ["accurate", "fast"] {
      let result = try fairy(
        "convert", "page.pgm", "--to", "json", "--set", "languages=eng", "--set", "ocr=\(effort)",
        "-o", "-")
      let page = try #require((try result.objects().first?["pages"] as? [[String: Any]])?.first)
      #expect(page["width"] as? Int == 1653 && page["height"] as? Int == 2339)
      let block = try #require((page["blocks"] as? [[String: Any]])?.first)
      boxes.append(try #require(block["box"] as? [Int]))
    }
    for (one, other) in zip(boxes[0], boxes[1]) { #expect(abs(one - other) <= 8) }
  }

  @Test func whatMakesNoDifferenceToWordsIsSaid() throws {
    try picture(turnedBy: 0)
    let result = try fairy(
      "convert", "page.pgm", "--to", "txt", "--set", "scan=page", "--set", "scan-filter=bw", "-o",
      "-")
    #expect(result.error.contains("words are always read in even gray"))
  }
}
