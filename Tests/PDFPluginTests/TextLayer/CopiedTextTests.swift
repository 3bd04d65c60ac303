import RecognizedTextModel
import TestSupport
import Testing

@testable import PDFPlugin

/// Words are copied from a page as they were recognised: the table "copied from" of docs/scanning.md.
@Suite("Words as viewers copy them") struct CopiedTextTests {
  private static let latin = "The naïve fox “jumps” over 1,234.50 lazy dogs – ok?"
  private static let german = "Auﬂage für häuﬁge Straße, Größe: 3 % Öl"
  private static let hebrew = "שלום עולם וברוכים הבאים"
  private static let arabic = "مرحبا بالعالم في كتاب"
  private static let chinese = "今天天气 很好 我们去 公园"

  private static let characters = "春 眠 不 觉 晓 ， 处 处 闻 啼 鸟 。"

  private static let lines: [WordSheet.Line] = [
    .init(latin), .init(german), .init(hebrew, .rightToLeft), .init(arabic, .rightToLeft),
    .init(chinese),
  ]

  private func copied(
    _ sheet: WordSheet, by program: String, _ words: [String]
  ) throws -> [String] {
    let scratch = try ScratchFolder()
    try scratch.write(try sheet.bytes(), to: "in.pdf")
    let result = try Program.run(program, words, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    return result.lines.map { $0.filter { !Self.marks.contains($0) } }.filter { !$0.isEmpty }
  }

  /// Ends of pages, and marks of the direction, which poppler puts around lines from right to left.
  private static let marks: Set<Character> = [
    "\u{C}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{200E}", "\u{200F}",
  ]

  private func poppler(_ sheet: WordSheet, raw: Bool = false) throws -> [String] {
    try copied(
      sheet, by: "/usr/bin/pdftotext", (raw ? ["-raw"] : []) + ["-enc", "UTF-8", "in.pdf", "-"])
  }

  private func mupdf(_ sheet: WordSheet) throws -> [String] {
    try copied(sheet, by: "/usr/bin/mutool", ["draw", "-q", "-F", "txt", "in.pdf"])
  }

  @Test(arguments: [0, 90, 180, 270])
  func poppler(degrees: Int) throws {
    let found = try poppler(WordSheet(lines: Self.lines, rotation: degrees))
    #expect(found == Self.lines.map(\.text))
  }

  @Test func popplerWhereLinesAreUpsideDown() throws {
    let sheet = WordSheet(lines: Self.lines, rotation: 180, isShownUpright: false)
    #expect(try poppler(sheet) == Self.lines.map(\.text))
  }

  /// It closes up single characters beside marks, and at the ends of a line.
  @Test func popplerDropsSpacesBetweenSingleCharacters() throws {
    let found = try poppler(WordSheet(lines: Self.lines + [.init(Self.characters)]))
    #expect(found == Self.lines.map(\.text) + ["春眠 不 觉 晓 ， 处 处 闻 啼 鸟。"])
  }

  /// In the order of the content: lines from right to left have their words as they are seen, each with its letters in
  /// order.
  @Test(arguments: [0, 90, 180, 270])
  func popplerInTheOrderOfContent(degrees: Int) throws {
    let found = try poppler(WordSheet(lines: Self.lines, rotation: degrees), raw: true)
    let expected = Self.lines.map { line in
      let words = line.text.split(separator: " ")
      return (line.direction == .rightToLeft ? words.reversed() : words).joined(separator: " ")
    }
    #expect(found == expected)
  }

  /// It takes the space behind such a part of a line to its front. Directions are those of most letters of the page.
  @Test func popplerMovesSpacesAtNumbersFromRightToLeft() throws {
    let lines: [WordSheet.Line] = [
      .init("מחיר 1,250 שקל ב Berlin היום", .rightToLeft),
      .init("عام 2024 في مدينة", .rightToLeft),
    ]
    #expect(
      try poppler(WordSheet(lines: lines))
        == ["מחיר  1,250שקל ב  Berlinהיום", "عام  2024في مدينة"])
  }

  @Test func linesThatFallALittleStayLines() throws {
    let lines = Self.lines.filter { $0.direction == .leftToRight }
    #expect(try poppler(WordSheet(lines: lines, slope: 0.02)) == lines.map(\.text))
  }

  /// It leaves letters in the order in which they are seen, and takes ligatures apart.
  @Test(
    .enabled(if: Places.has(program: "mutool")),
    arguments: [0, 90, 180, 270], [true, false])
  func mupdf(degrees: Int, isShownUpright: Bool) throws {
    let lines = Self.lines + [.init(Self.characters)]
    let found = try mupdf(
      WordSheet(lines: lines, rotation: degrees, isShownUpright: isShownUpright))
    let expected = lines.map { line in
      line.direction == .rightToLeft
        ? String(line.text.reversed())
        : line.text.replacing("ﬂ", with: "fl").replacing("ﬁ", with: "fi")
    }
    #expect(found == expected)
  }
}
