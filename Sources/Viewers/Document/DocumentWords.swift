import ConverterCore
import PagedDocumentModel

/// The words of a document's pages, read some pages at a time; those that were asked for last are kept.
struct DocumentWords {
  private let document: PagedDocument
  private let context: ConversionContext
  /// Words of ``pagesAtOnce`` pages, by the number of the first of them over that; the last was asked for last.
  private var kept: [(block: Int, pages: [PageWords])] = []

  private static let pagesAtOnce = 16
  private static let mostKept = 8

  init(_ document: PagedDocument, in context: ConversionContext) {
    (self.document, self.context) = (document, context)
  }

  /// The words of a page.
  ///
  /// - Parameter index: from 0, of a page that there is.
  /// - Returns: without any line where its format knows no words, or it is a picture.
  /// - Throws: `unsupportedContent` where the author does not allow text to be taken; what reading it throws.
  mutating func page(_ index: Int) throws(ConversionError) -> PageWords {
    let block = index / Self.pagesAtOnce
    if let known = kept.firstIndex(where: { $0.block == block }) {
      kept.append(kept.remove(at: known))
    } else {
      if kept.count == Self.mostKept { kept.removeFirst() }
      kept.append((block, try read(block)))
    }
    return kept[kept.count - 1].pages[index % Self.pagesAtOnce]
  }

  private func read(_ block: Int) throws(ConversionError) -> [PageWords] {
    let start = block * Self.pagesAtOnce
    let pages = document.pages[start..<min(start + Self.pagesAtOnce, document.pages.count)]
    var words: [PageWords] = []
    while let first = pages.dropFirst(words.count).first {
      let run = pages.dropFirst(words.count).prefix { $0.source == first.source }
      let found: [PageWords]? =
        switch document.sources[first.source].content {
        case .picture: nil
        case .document(let content): try content.words(of: Array(run), in: context)
        }
      words += found ?? run.map { _ in PageWords(lines: []) }
    }
    return words
  }

  /// Where words stand on a page, in any order of lines: each place is the words that it takes.
  ///
  /// - Parameter search: a blank stands for the end of a line, too.
  mutating func places(
    of search: TextSearch, onPage index: Int
  ) throws(ConversionError) -> [[PageWords.Word]] {
    let words = try page(index).lines.flatMap(\.self)
    var (text, starts): ([UInt8], [Int]) = ([], [])
    for word in words {
      starts.append(text.count)
      text += Array(word.text.utf8) + [0x20]
    }
    return search.matches(in: text[...], atMost: Self.mostPlaces).map { match in
      let first = starts.lastIndex { $0 <= match.lowerBound } ?? 0
      let last = starts.lastIndex { $0 < match.upperBound } ?? first
      return Array(words[first...max(first, last)])
    }
  }

  /// The most places that are told of a page.
  private static let mostPlaces = 1000
}

extension PageWords.Word {
  /// `[left,top,right,bottom]` in points.
  var box: JSONValue {
    .array([left, top, right, bottom].map { .number(($0 * 100).rounded() / 100) })
  }

  /// `["word",left,top,right,bottom]`
  var json: JSONValue {
    .array([.string(text)] + (box.elements ?? []))
  }
}
