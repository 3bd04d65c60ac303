import ConverterCore
import RecognizedTextModel

/// A line for each line, a blank line between paragraphs, a form feed behind each page but the last, as `pdftotext`
/// has them.
struct PlainTextForm: RecognizedTextForm {
  let name = "text"
  let type = ContentType.ID.plainText
  let capabilities = RecognizedText.Capabilities(places: false, confidences: false)

  func text(of page: RecognizedPage, index: Int) -> String {
    let paragraphs = page.blocks.flatMap(\.paragraphs).map { paragraph in
      paragraph.lines.map { $0.text + "\n" }.joined()
    }
    return (index > 0 ? "\u{C}" : "") + paragraphs.joined(separator: "\n")
  }
}
