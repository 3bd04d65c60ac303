import ConverterCore
import RecognizedTextModel

/// Paragraphs whose lines are joined, and lines of large letters as headings; a rule between pages.
struct MarkdownForm: RecognizedTextForm {
  let name = "Markdown"
  let type: ContentType.ID = "net.daringfireball.markdown"
  let capabilities = RecognizedText.Capabilities(places: false, confidences: false)

  func text(of page: RecognizedPage, index: Int) -> String {
    let usual = Self.usualHeight(of: page)
    let paragraphs = page.blocks.flatMap(\.paragraphs).map { paragraph in
      let text = Self.joined(paragraph.lines.map(\.text))
      // A heading is short and clearly larger than the text around it.
      let isHeading =
        paragraph.lines.count <= 2 && Self.height(of: paragraph) > 1.35 * usual && text.count > 1
      return (isHeading ? "## " : "") + Self.escaped(text) + "\n"
    }
    return (index > 0 ? "\n---\n\n" : "") + paragraphs.joined(separator: "\n")
  }

  private static func height(of paragraph: RecognizedPage.Paragraph) -> Double {
    let heights = paragraph.lines.flatMap(\.words).map(\.box.height).sorted()
    return heights.isEmpty ? 0 : Double(heights[heights.count / 2])
  }

  private static func usualHeight(of page: RecognizedPage) -> Double {
    let heights = page.words.map(\.box.height).sorted()
    return heights.isEmpty ? 0 : Double(heights[heights.count / 2])
  }

  /// Lines as one, without the hyphens at which words were divided.
  private static func joined(_ lines: [String]) -> String {
    var text = ""
    for line in lines {
      let isDivided =
        text.hasSuffix("-") && text.dropLast().last?.isLetter == true
        && line.first?.isLowercase == true
      if isDivided {
        text.removeLast()
      } else if !text.isEmpty {
        text += " "
      }
      text += line
    }
    return text
  }

  /// With a backslash before what Markdown would take for markup (CommonMark 2.4).
  private static func escaped(_ text: String) -> String {
    var result = ""
    for (index, character) in text.enumerated() {
      let isMarkup =
        "\\`*_[]<>".contains(character) || index == 0 && "#+-=>|~".contains(character)
      if isMarkup { result.append("\\") }
      result.append(character)
    }
    // A number and a dot would begin a list.
    let number = result.prefix { $0.isNumber }
    let rest = result.dropFirst(number.count)
    if !number.isEmpty, let mark = rest.first, ".)".contains(mark) {
      return number + "\\" + rest
    }
    return result
  }
}
