import PagedDocumentModel
import RecognizedTextModel
import Testing

@testable import PDFPlugin

/// Words under a picture.
@Suite struct TextLayerTests {
  private func page(_ words: [(String, Int, Int)], _ direction: RecognizedPage.Direction)
    -> RecognizedPage
  {
    let boxes = words.map {
      RecognizedPage.Word(
        $0.0, box: .init(left: $0.1, top: 100, right: $0.2, bottom: 140), direction: direction)
    }
    let line = RecognizedPage.Line(
      boxes, box: .init(left: 0, top: 100, right: 400, bottom: 140),
      baseline: .init(x1: 0, y1: 130, x2: 400, y2: 130))
    return RecognizedPage(
      width: 400, height: 800, dpi: 100, blocks: [.init([.init([line])])])
  }

  private func content(_ page: RecognizedPage) -> String {
    TextLayer(
      page: page, box: PageBox(left: 10, bottom: 20, width: 200, height: 400), font: "/F0"
    ).content
  }

  @Test func wordsStandWhereTheyAreSeen() {
    // Half a point for a pixel; the letters are as high as the line, 20 points.
    #expect(
      content(page([("ab", 40, 80), ("c", 100, 120)], .leftToRight))
        == "q BT 3 Tr /F0 20 Tf 1 0 0 1 30 355 Tm 100 Tz <00610062> Tj <0020> Tj"
        + " <0063> Tj ET Q ")
  }

  @Test func wordsOfLinesThatFallAreLevelAndLower() {
    var page = page([("ab", 40, 80), ("c", 100, 120)], .leftToRight)
    page.blocks[0].paragraphs[0].lines[0].baseline.y2 = 140
    #expect(
      content(page)
        == "q BT 3 Tr /F0 20 Tf 1 0 0 1 30 354.3 Tm 100 Tz <00610062> Tj <0020> Tj"
        + " 1 0 0 1 60 353.6 Tm <0063> Tj ET Q ")
    page.blocks[0].paragraphs[0].lines[0].baseline.y2 = 230
    #expect(
      content(page).hasPrefix("q BT 3 Tr /F0 20 Tf 0.9701 -0.2425 0.2425 0.9701 30 350 Tm "))
  }

  @Test func invisibleTextIsTakenOut() throws {
    func removed(_ content: String) -> String? {
      InvisibleText.removed(from: Array(content.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      removed("BT 3 Tr /F 9 Tf (a) Tj [(b) 3] TJ 0 Tr (c) Tj ET /Im Do")
        == "BT 3 Tr /F 9 Tf 0 Tr (c) Tj ET /Im Do")
    #expect(removed("q 3 Tr BT (a) ' Q BT (b) Tj ET") == "q 3 Tr BT T*  Q BT (b) Tj ET")
    #expect(removed("BT 7 Tr (a) Tj ET") == nil)
    #expect(removed("BT 3 Tr (a) Tj ET unknown") == nil)
    #expect(removed("BI /W 1 /H 1 /BPC 8 /CS /G ID a EI 3 Tr (a) Tj")?.hasSuffix("3 Tr") == true)
    #expect(removed("3 Tr (a") == nil)
  }

  @Test func linesFromRightToLeftAreWrittenAsTheyAreSeen() {
    let words = [("\u{5D0}\u{5D1}", 100, 140), ("\u{5D2}12", 20, 80)]
    // The word on the left first, and letters from left to right; numbers keep their order.
    #expect(
      content(page(words, .rightToLeft))
        == "q BT 3 Tr /F0 20 Tf 1 0 0 1 20 355 Tm 100 Tz <0031003205D2> Tj <0020> Tj"
        + " <05D105D0> Tj ET Q ")
  }

  @Test func charactersBeyondTheBasicPlaneAreTwoCodes() {
    #expect(content(page([("\u{1F600}", 0, 40)], .leftToRight)).contains("<D83DDE00> Tj"))
  }

  @Test func pagesWithoutWordsHaveNoText() {
    #expect(content(RecognizedPage(width: 10, height: 10, dpi: 100)).isEmpty)
  }

  @Test func theFontIsWellFormed() {
    let bytes = InvisibleFont.trueType
    #expect(Array(bytes.prefix(6)) == [0, 1, 0, 0, 0, 9])
    for table in 0..<9 {
      let entry = Array(bytes[12 + 16 * table..<28 + 16 * table])
      func number(_ at: Int) -> Int { entry[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
      let (offset, length) = (number(8), number(12))
      #expect(offset % 4 == 0 && offset + length <= bytes.count)
    }
  }
}
