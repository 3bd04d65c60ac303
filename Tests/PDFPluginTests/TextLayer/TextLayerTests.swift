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
        == "q 3 Tr BT 1 0 0 1 30 355 Tm/F0 20 Tf 100 Tz<006100620020>Tj<0063>Tj ET Q ")
  }

  @Test func wordsBeginWhereTheyAreSeenWhateverIsRounded() {
    // A space would be 18.8 pixels wide, and the next word is 9 away; what 94 % is too much for a word of 75 is 0.2.
    #expect(
      content(page([("abcd", 40, 115), ("efg", 124, 190), ("h", 197, 217)], .leftToRight))
        == "q 3 Tr BT 1 0 0 1 30 355 Tm/F0 20 Tf 94 Tz[<00610062006300640020>270]TJ"
        + " 110 Tz[<0065006600670020>340]TJ 101 Tz<0068>Tj ET Q ")
  }

  @Test func wordsThatTouchHaveRoomForASpace() {
    // 6 of 40 pixels, which are the size of the font; of a word within the next one half is left.
    #expect(
      content(page([("ab", 40, 80), ("c", 80, 100)], .leftToRight))
        == "q 3 Tr BT 1 0 0 1 30 355 Tm/F0 20 Tf 85 Tz[<006100620020>320]TJ 99 Tz<0063>Tj ET Q ")
    #expect(
      content(page([("ab", 40, 80), ("c", 30, 50)], .leftToRight))
        == "q 3 Tr BT 1 0 0 1 30 355 Tm/F0 20 Tf 50 Tz[<006100620020>2000]TJ 100 Tz<0063>Tj ET Q ")
  }

  @Test func wordsOfLinesThatFallStandNearEachOther() {
    let words = [("ab", 40, 80), ("c", 100, 120), ("d", 320, 340)]
    func heights(fall: Double) -> [String] {
      var page = page(words, .leftToRight)
      page.blocks[0].paragraphs[0].lines[0].baseline.y2 = 130 + fall
      let parts = content(page).split(separator: " ").map(String.init)
      return parts.indices.filter { parts[$0].hasPrefix("Tm") || parts[$0].hasPrefix("Ts") }.map {
        parts[$0 - 1]
      }
    }
    // By 6.75 and 12.15 points from the first word to the last, of which 8 are left.
    #expect(heights(fall: 20) == ["353.5", "-1.3", "-6.8", "0"])
    #expect(heights(fall: 36) == ["350.2", "-8", "0"])
  }

  @Test func wordsOfLinesThatFallAreLevelAndLower() {
    var page = page([("ab", 40, 80), ("c", 100, 120)], .leftToRight)
    page.blocks[0].paragraphs[0].lines[0].baseline.y2 = 140
    #expect(
      content(page)
        == "q 3 Tr BT 1 0 0 1 30 354.3 Tm/F0 20 Tf 100 Tz<006100620020>Tj -0.6 Ts<0063>Tj"
        + " 0 Ts ET Q ")
    page.blocks[0].paragraphs[0].lines[0].baseline.y2 = 230
    #expect(
      content(page)
        == "q 3 Tr BT 0.9701 -0.2425 0.2425 0.9701 30 350 Tm/F0 20 Tf 103 Tz<006100620020>Tj"
        + "<0063>Tj ET Q ")
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
        == "q 3 Tr BT 1 0 0 1 20 355 Tm/F0 20 Tf 100 Tz<0031003205D20020>Tj<05D105D0>Tj ET Q ")
  }

  @Test func charactersBeyondTheBasicPlaneAreTwoCodes() {
    #expect(content(page([("\u{1F600}", 0, 40)], .leftToRight)).contains("<D83DDE00>Tj"))
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
