import ConverterCore

/// A page of words as `convert --to json` writes it: its lines, and how large it is.
struct RecognizedSheet {
  struct Line {
    /// Its words with spaces between them.
    let text: String
    /// The first row of pixels below it; `nil` where nobody says.
    let bottom: Int?
    /// Which paragraph of which block it is of.
    let paragraph: [Int]
  }

  /// In pixels; 0 where nobody says.
  let width: Int
  let height: Int
  /// As the engine names it: "eng".
  let language: String?
  let lines: [Line]

  init(_ page: JSONValue) {
    (width, height) = (page["width"]?.int ?? 0, page["height"]?.int ?? 0)
    language = page["language"]?.text
    lines = (page["blocks"]?.elements ?? []).enumerated().flatMap { number, block in
      (block["lines"]?.elements ?? []).map { Line($0, block: number) }
    }
  }

  /// The pages of a whole text.
  static func all(of text: JSONValue) -> [RecognizedSheet] {
    (text["pages"]?.elements ?? []).map { RecognizedSheet($0) }
  }

  /// Its lines, with an empty one between paragraphs.
  var text: String {
    var (text, last) = ("", [Int]?.none)
    for line in lines where !line.text.isEmpty {
      if let last, line.paragraph != last { text += "\n" }
      last = line.paragraph
      text += line.text + "\n"
    }
    return text
  }
}

extension RecognizedSheet.Line {
  fileprivate init(_ line: JSONValue, block: Int) {
    text = (line["words"]?.elements ?? []).compactMap { $0["text"]?.text }.joined(separator: " ")
    let box = (line["box"]?.elements ?? []).compactMap(\.int)
    bottom = box.count == 4 ? box[1] + box[3] : nil
    paragraph = [block, line["paragraph"]?.int ?? 1]
  }
}
