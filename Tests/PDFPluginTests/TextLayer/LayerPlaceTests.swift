import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// Words lie where they are seen, whatever a page is like.
@Suite("Places of recognised words") struct LayerPlaceTests {
  private struct Word: Equatable, CustomStringConvertible {
    var text: String
    var box: [Int]
    var description: String { "\(text) \(box)" }
  }

  /// Words with left, top, right and bottom in whole points of the page as it is shown.
  private func words(of bytes: [UInt8]) throws -> [Word] {
    let scratch = try ScratchFolder()
    try scratch.write(bytes, to: "in.pdf")
    let result = try Program.run(
      "/usr/bin/pdftotext", ["-bbox", "-cropbox", "in.pdf", "-"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    return result.lines.filter { $0.contains("<word ") }.map { line in
      let parts = line.split(separator: "\"")
      let numbers = [1, 3, 5, 7].map { Int((Double(parts[$0]) ?? -1).rounded()) }
      return Word(
        text: line.replacing("</word>", with: "").split(separator: ">").last.map(String.init) ?? "",
        box: numbers)
    }
  }

  private func layered(_ entries: String, _ content: String) throws -> [Word] {
    var file = WrittenPDF()
    file.addPage(3, "/Resources << /XObject << /I 9 0 R >> >> \(entries)", content)
    file.addInk(9)
    let result = try Layered(file.bytes)
    #expect(result.error == nil)
    return try words(of: result.bytes)
  }

  /// A picture of 80×20 points at 60, 40 on a page of 200×100.
  private static let drawn = WrittenPDF.ink("I", 60, 40, 80, 20)

  /// - Parameters:
  ///   - entries: of the page.
  ///   - boxes: of the word with the page turned by 0, 90, 180 and 270.
  @Test(arguments: [
    (
      "/MediaBox [0 0 200 100]",
      [[60, 40, 140, 60], [40, 60, 61, 140], [60, 40, 140, 60], [40, 60, 61, 140]]
    ),
    (
      "/MediaBox [170 90 -30 -10]",
      [[90, 30, 170, 50], [50, 90, 71, 170], [30, 50, 110, 70], [30, 30, 51, 110]]
    ),
    (
      "/MediaBox [0 0 300 200] /CropBox [50 30 250 130]",
      [[10, 70, 90, 90], [10, 10, 31, 90], [110, 10, 190, 30], [70, 110, 91, 190]]
    ),
  ])
  func turnedAndCutPages(entries: String, boxes: [[Int]]) throws {
    for (quarters, box) in boxes.enumerated() {
      let found = try layered("\(entries) /Rotate \(90 * quarters)", Self.drawn)
      #expect(found == [Word(text: "ink1", box: box)])
    }
  }

  /// What is beyond the medium is not seen; poppler has another opinion of such pages, so that the layer itself is
  /// looked at.
  @Test(arguments: [
    (0, "q 3 Tr", [60, 44, 20]), (90, "q 0 1 -1 0 200 0 cm 3 Tr", [40, 76, 80]),
    (180, "q -1 0 0 -1 200 80 cm 3 Tr", [60, 24, 20]),
    (270, "q 0 -1 1 0 20 80 cm 3 Tr", [20, 56, 80]),
  ])
  func pagesThatAreCutBeyondTheirMedium(degrees: Int, matrix: String, place: [Int]) throws {
    var file = WrittenPDF()
    file.addPage(
      3,
      "/MediaBox [0 0 200 100] /CropBox [20 -50 300 80] /Rotate \(degrees)"
        + " /Resources << /XObject << /I 9 0 R >> >>", Self.drawn)
    file.addInk(9)
    let page = try Layered(file.bytes).file().page(0)
    #expect(page["/CropBox"].numbers == [20, -50, 300, 80])
    let data = try #require(try page["/Contents"][0].data(.generalised))
    let layer = String(decoding: data, as: UTF8.self)
    #expect(layer.hasPrefix("\(matrix) BT 1 0 0 1 "))
    // Left, baseline and size, as the renderer's pixels have them.
    let numbers = layer.dropFirst(matrix.count).split(whereSeparator: {
      !"-.0123456789".contains($0)
    })
    .compactMap { Double($0) }
    #expect(numbers[4...6].map { Int($0.rounded()) } == place)
  }

  @Test func severalPicturesOfAPage() throws {
    let content = [(20, 70), (60, 40), (100, 10)].map { WrittenPDF.ink("I", $0.0, $0.1, 80, 20) }
    #expect(
      try layered("/MediaBox [0 0 200 100]", content.joined(separator: " "))
        == [
          Word(text: "ink1", box: [20, 10, 100, 30]), Word(text: "ink2", box: [60, 40, 140, 60]),
          Word(text: "ink3", box: [100, 70, 180, 90]),
        ])
  }

  @Test func pagesOfVectorsAlone() throws {
    #expect(
      try layered("/MediaBox [0 0 200 100]", "0.1 g 60 40 80 20 re f")
        == [Word(text: "ink1", box: [60, 40, 140, 60])])
  }

  /// The layer comes first, whatever a page leaves of the state of what is drawn.
  @Test func pagesThatLeaveAnotherState() throws {
    #expect(
      try layered("/MediaBox [0 0 200 100]", "q 2 0 0 2 9 9 cm 30 0 0 10 20 10 cm /I Do")
        == [Word(text: "ink1", box: [49, 51, 109, 71])])
  }

  /// Its content is in parts, and it is drawn in units of a seventh of an inch.
  @Test func contentInPartsAndOtherUnits() throws {
    var file = WrittenPDF()
    file.addPage(
      3,
      "/MediaBox [0 0 200 100] /UserUnit 10.2 /Resources << /XObject << /I 9 0 R >> >>"
        + " /Contents [10 0 R 11 0 R]", "")
    file.addStream(10, "", "q 80 0 0 20 60")
    file.addStream(11, "", "40 cm /I Do Q")
    file.addInk(9)
    let result = try Layered(file.bytes)
    let page = try result.file().page(0)
    #expect(page["/Contents"].items.count == 3)
    #expect(try page["/Contents"][1].data(.generalised) == Array("q 80 0 0 20 60".utf8))
    let layer = try #require(try page["/Contents"][0].data(.generalised))
    #expect(
      String(decoding: layer, as: UTF8.self).hasPrefix(
        "q 3 Tr BT 1 0 0 1 60 44 Tm/FairyWords 20 Tf"))
  }
}
