import ConverterCore
import PictureModel
import Testing

@testable import TerminalPictures

/// Where words stand beside a picture on a terminal.
@Suite struct WordsBesidePictureTests {
  private func graphics(
    _ form: TerminalGraphics.Form, columns: Int, rows: Int = 40
  ) -> TerminalGraphics {
    TerminalGraphics(form, size: ScreenSize(columns: columns, rows: rows))
  }

  /// A picture of 64 × 64 pixels that is drawn as `text`: 8 columns and 4 rows.
  private func picture(_ text: String, on graphics: TerminalGraphics) throws -> DrawnPicture {
    let area = try #require(graphics.area(forWidth: 64, height: 64, rows: 4))
    #expect(area.columns == 8 && area.rows == 4)
    return DrawnPicture(bytes: Array(text.utf8), area: area)
  }

  private func shown(
    _ text: String, _ words: [String], on graphics: TerminalGraphics
  ) throws -> String {
    let beside = WordsBesidePicture(on: graphics)
    return String(
      decoding: beside.bytes(of: try picture(text, on: graphics), words), as: UTF8.self)
  }

  @Test func rowsOfBlocksGoOnWithWords() throws {
    let text = try shown(
      "11111111\n22222222\n33333333\n44444444\n", ["one", "", "three"],
      on: graphics(.blocks(.trueColour), columns: 80))
    let reset = "\u{1b}[0m"
    #expect(
      text
        == "11111111\(reset)  one\n22222222\(reset)\n33333333\(reset)  three\n44444444\(reset)\n")
  }

  @Test func moreWordsGoOnBelowEachOther() throws {
    let text = try shown(
      "1\n2\n3\n4\n", (1...6).map { "line \($0)" },
      on: graphics(.blocks(.trueColour), columns: 80))
    #expect(text.hasSuffix("4\u{1b}[0m  line 4\n          line 5\n          line 6\n"))
  }

  @Test func linesAreBrokenWhereTheRoomEnds() throws {
    let long = String(repeating: "word ", count: 12) + "end"
    let text = try shown(
      "1\n2\n3\n4\n", [long], on: graphics(.blocks(.trueColour), columns: 50))
    // 49 columns without those of the picture and the gap: 39.
    #expect(
      text.hasPrefix(
        "1\u{1b}[0m  word word word word word word word word\n2\u{1b}[0m  word word word word end\n"
      )
    )
  }

  @Test func inANarrowWindowWordsAreBelow() throws {
    let text = try shown(
      "1\n2\n3\n4\n", ["some words that do not fit into one line"],
      on: graphics(.blocks(.trueColour), columns: 40))
    #expect(text == "1\n2\n3\n4\n\nsome words that do not fit into one\nline\n")
    #expect(try shown("1\n2\n3\n4\n", [], on: graphics(.kitty, columns: 40)) == "1\n2\n3\n4\n")
  }

  /// The place is saved before the picture: where a terminal stands behind it differs.
  @Test(arguments: [TerminalGraphics.Form.kitty, .sixel])
  func pixelsAreLaidIntoTheRoomLeftOfWords(form: TerminalGraphics.Form) throws {
    let text = try shown("PICTURE\n", ["one", "two"], on: graphics(form, columns: 80))
    let down = "\n\n\n\n\n"
    #expect(
      text
        == "          one\n          two\n\n\n\n\u{1b}[5A\u{1b}7PICTURE\u{1b}8" + down)
  }

  /// No further up than the window goes.
  @Test func moreWordsThanTheWindowHasRows() throws {
    let text = try shown(
      "PICTURE\n", (1...12).map { "\($0)" }, on: graphics(.kitty, columns: 80, rows: 10))
    #expect(text.contains("          9\n\u{1b}[9A\u{1b}7PICTURE\u{1b}8"))
    #expect(text.hasSuffix("\n          10\n          11\n          12\n"))
  }

  @Test func aWideWindowIsDivided() {
    let wide = WordsBesidePicture(on: graphics(.kitty, columns: 80)).pictureGraphics
    #expect(wide.size.columns == 40 && wide.size.rows == 40)
    let narrow = WordsBesidePicture(on: graphics(.kitty, columns: 60)).pictureGraphics
    #expect(narrow.size.columns == 60)
  }
}
