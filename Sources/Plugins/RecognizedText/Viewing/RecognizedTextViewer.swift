import ConverterCore
import RecognizedTextModel

/// Shows words as text: pages under their numbers.
struct RecognizedTextViewer: Viewer {
  let key = "words"

  func facts(of model: RecognizedText, in context: ConversionContext) throws(ConversionError)
    -> [Fact]
  {
    var (words, letters, sum) = (0, 0, 0.0)
    var languages: [String] = []
    for index in 0..<model.pageCount {
      try context.checkpoint()
      let page = try model.page(index)
      words += page.words.count
      if let confidence = page.confidence {
        let count = page.words.reduce(0) { $0 + $1.text.count }
        letters += count
        sum += confidence * Double(count)
      }
      if let language = page.language, !languages.contains(language) { languages.append(language) }
    }
    let confidence = letters > 0 ? (1000 * sum / Double(letters)).rounded() / 1000 : nil
    return [
      Fact("pages", "Pages", "\(model.pageCount)", json: .integer(model.pageCount)),
      Fact("count", "Words", "\(words)", json: .integer(words)),
      Fact(
        "languages", languages.isEmpty ? nil : "Languages",
        languages.map(\.printable).joined(separator: ", "),
        json: .array(languages.map(JSONValue.string))),
      Fact(
        "confidence", confidence == nil ? nil : "Confidence",
        "\(Int((100 * (confidence ?? 0)).rounded())) %",
        json: confidence.map(JSONValue.number) ?? .null),
    ]
  }

  func show(
    _ model: RecognizedText, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    var isEmpty = true
    for index in 0..<model.pageCount {
      try context.checkpoint()
      let words = try model.page(index)
      if !words.words.isEmpty { isEmpty = false }
      let text = page.isJSON ? words.json.description + "\n" : shown(words, index, of: model)
      // The viewer was closed before the last page, and the pages left may have words.
      guard try page.write(Array(text.utf8)) else { return true }
    }
    if isEmpty { context.warn("no words were found in it; leave --as away to see what is in it") }
    return true
  }

  private func shown(_ page: RecognizedPage, _ index: Int, of model: RecognizedText) -> String {
    let heading = model.pageCount > 1 ? (index > 0 ? "\n" : "") + "page \(index + 1)\n\n" : ""
    let paragraphs = page.blocks.flatMap(\.paragraphs).map { paragraph in
      paragraph.lines.map { $0.text.printable + "\n" }.joined()
    }
    return heading + paragraphs.joined(separator: "\n")
  }
}
