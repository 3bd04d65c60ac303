import ConverterCore
import RecognizedTextModel

/// A row for each page, block, paragraph, line and word, in the columns of tesseract's TSV.
struct TSVForm: RecognizedTextForm {
  let name = "TSV"
  let type: ContentType.ID = "public.tab-separated-values-text"
  let capabilities = RecognizedText.Capabilities(places: true, confidences: true)

  func beginning(pageCount _: Int) -> String {
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
  }

  func text(of page: RecognizedPage, index: Int) -> String {
    let whole = RecognizedPage.Box(left: 0, top: 0, right: page.width, bottom: page.height)
    var text = Self.row(1, [index + 1, 0, 0, 0, 0], whole)
    for (b, block) in page.blocks.enumerated() {
      text += Self.row(2, [index + 1, b + 1, 0, 0, 0], block.box)
      for (p, paragraph) in block.paragraphs.enumerated() {
        text += Self.row(3, [index + 1, b + 1, p + 1, 0, 0], paragraph.box)
        for (l, line) in paragraph.lines.enumerated() {
          text += Self.row(4, [index + 1, b + 1, p + 1, l + 1, 0], line.box)
          for (w, word) in line.words.enumerated() {
            text += Self.row(
              5, [index + 1, b + 1, p + 1, l + 1, w + 1], word.box,
              word.confidence.map { "\(Double(Int(($0 * 10000).rounded())) / 100)" } ?? "-1",
              word.text)
          }
        }
      }
    }
    return text
  }

  private static func row(
    _ level: Int, _ numbers: [Int], _ box: RecognizedPage.Box, _ confidence: String = "-1",
    _ word: String = ""
  ) -> String {
    let cells =
      [level] + numbers + [box.left, box.top, box.width, box.height]
    // No word holds a tab or a line feed: it ends at them.
    return cells.map(String.init).joined(separator: "\t") + "\t\(confidence)\t\(word)\n"
  }
}
