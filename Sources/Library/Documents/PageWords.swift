package import ConverterCore

/// The recognised words of a page, and where on it each stands.
package struct PageWords: Sendable {
  /// A rectangle in pixels of the page.
  package struct Box: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
  }

  package struct Line: Sendable {
    /// Its words with spaces between them.
    package let text: String
    package let box: Box
  }

  private struct Word {
    let range: Range<String.Index>
    let box: Box
  }

  /// In pixels; 0 where nobody says.
  package let width: Int
  package let height: Int
  package let lines: [Line]
  /// A line of the page a line.
  package let text: String
  private let words: [Word]

  /// The most places on a page that are found.
  private static let mostPlaces = 1000

  /// - Parameter page: as `convert --to json` writes it. What has no box is found, and shown nowhere.
  package init(_ page: JSONValue) {
    (width, height) = (max(0, page["width"]?.int ?? 0), max(0, page["height"]?.int ?? 0))
    var text = ""
    var lines: [Line] = []
    var words: [(start: Int, end: Int, box: Box)] = []
    for line in (page["blocks"]?.elements ?? []).flatMap({ $0["lines"]?.elements ?? [] }) {
      if !text.isEmpty { text += "\n" }
      let start = text.utf8.count
      for word in line["words"]?.elements ?? [] {
        guard let letters = word["text"]?.text, !letters.isEmpty else { continue }
        if text.utf8.count > start { text += " " }
        let begin = text.utf8.count
        text += letters
        if let box = Box(word["box"]) { words.append((begin, text.utf8.count, box)) }
      }
      let all = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
      let boxes = words.filter { $0.start >= start }.map(\.box)
      if let box = Box(around: boxes) { lines.append(Line(text: all, box: box)) }
    }
    func index(_ offset: Int) -> String.Index {
      text.utf8.index(text.utf8.startIndex, offsetBy: offset)
    }
    self.words = words.map { Word(range: index($0.start)..<index($0.end), box: $0.box) }
    (self.text, self.lines) = (text, lines)
  }

  /// The places of what is looked for, in their order: the boxes of the words of each.
  package func places(of wanted: SearchWords) -> [[Box]] {
    SnippetFinder(wanted).matches(in: text, most: Self.mostPlaces).map { match in
      words.filter { $0.range.overlaps(match) }.map(\.box)
    }.filter { !$0.isEmpty }
  }
}

extension SearchWords {
  /// Where what is looked for stands in a text, in their order.
  package func places(in text: String) -> [Range<String.Index>] {
    SnippetFinder(self).matches(in: text, most: 1000)
  }
}

extension PageWords.Box {
  fileprivate init?(_ value: JSONValue?) {
    let numbers = (value?.elements ?? []).compactMap(\.int)
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0,
      numbers.allSatisfy({ abs($0) < 1 << 24 })
    else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  fileprivate init?(around boxes: [PageWords.Box]) {
    guard let x = boxes.map(\.x).min(), let y = boxes.map(\.y).min(),
      let right = boxes.map({ $0.x + $0.width }).max(),
      let bottom = boxes.map({ $0.y + $0.height }).max()
    else { return nil }
    self.init(x: x, y: y, width: right - x, height: bottom - y)
  }
}

extension DocumentFolder {
  /// The recognised words of a page with their places; `nil` where there are none or they cannot be read.
  package func pageWords(of page: DocumentPage) -> PageWords? {
    page.text.flatMap { recognizedText(in: $0) }?["pages"]?.elements?.first.map { PageWords($0) }
  }
}
