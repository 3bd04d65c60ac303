/// Finds the place in a text that shows best why it was found, and cuts it out.
struct SnippetFinder {
  /// Characters before the first word found, and in all.
  private static let before = 30
  private static let length = 120

  private let terms: [[String]]
  private let arePrefixes: [Bool]

  init(_ words: SearchWords) {
    terms = words.wanted.map { $0.words.map(\.folded) }
    arePrefixes = words.wanted.map(\.isPrefix)
  }

  /// - Parameter body: the words of the item, with a page break between pages.
  func snippet(of item: IndexedItem, _ body: String) -> SearchHit.Snippet {
    if let found = snippet(of: body.withoutDivisions, hasPages: true) { return found }
    let others = [item.note, item.title, item.tags.joined(separator: ", ")]
    for text in others {
      if let found = snippet(of: text, hasPages: false) { return found }
    }
    return SearchHit.Snippet(text: item.title, matches: [], page: nil)
  }

  private func snippet(of text: String, hasPages: Bool) -> SearchHit.Snippet? {
    let found = matches(in: text, most: Self.mostMatches)
    guard let first = found.first else { return nil }
    let page = hasPages ? 1 + text[..<first.lowerBound].count { $0 == IndexedItem.pageBreak } : nil
    var start =
      text.index(first.lowerBound, offsetBy: -Self.before, limitedBy: text.startIndex)
      ?? text.startIndex
    // Not in the middle of a word, nor on another page.
    let lead = text[start..<first.lowerBound]
    if let cut = lead.lastIndex(of: IndexedItem.pageBreak) {
      start = text.index(after: cut)
    } else if start > text.startIndex, let space = lead.firstIndex(where: \.isWhitespace) {
      start = text.index(after: space)
    }
    let rest = text[start...].prefix { $0 != IndexedItem.pageBreak }.prefix(Self.length)
    let shown = rest.map { $0.isWhitespace ? " " : $0 }
    let ranges = found.compactMap { range -> Range<Int>? in
      guard range.lowerBound >= start, range.upperBound <= rest.endIndex else { return nil }
      let from = text.distance(from: start, to: range.lowerBound)
      return from..<from + text.distance(from: range.lowerBound, to: range.upperBound)
    }
    return SearchHit.Snippet(text: String(shown), matches: ranges, page: page)
  }

  /// Whether a text has all that is looked for.
  func hasAll(_ text: String) -> Bool {
    let words = Self.words(of: text)
    return zip(terms, arePrefixes).allSatisfy { term, isPrefix in
      words.indices.contains { Self.isAt($0, of: words, term, isPrefix) }
    }
  }

  /// Where terms are, in their order.
  func matches(in text: String, most: Int) -> [Range<String.Index>] {
    let words = Self.words(of: text)
    var found: [Range<String.Index>] = []
    for position in words.indices {
      for (term, isPrefix) in zip(terms, arePrefixes)
      where Self.isAt(position, of: words, term, isPrefix) {
        let range =
          words[position].range.lowerBound..<words[position + term.count - 1].range.upperBound
        if found.last.map({ $0.upperBound <= range.lowerBound }) ?? true { found.append(range) }
        if found.count == most { return found }
        break
      }
    }
    return found
  }

  /// Whether a term begins at a word.
  private static func isAt(
    _ position: Int, of words: [Word], _ term: [String], _ isPrefix: Bool
  ) -> Bool {
    guard position + term.count <= words.count else { return false }
    return term.indices.allSatisfy { index in
      let word = words[position + index].folded
      let isLast = index == term.count - 1
      return isLast && isPrefix ? word.hasPrefix(term[index]) : word == term[index]
    }
  }

  private static let mostMatches = 20

  private struct Word {
    let range: Range<String.Index>
    let folded: String
  }

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var start: String.Index?
    func end(at index: String.Index) {
      if let from = start {
        words.append(Word(range: from..<index, folded: String(text[from..<index]).folded))
      }
      start = nil
    }
    for index in text.indices {
      let character = text[index]
      guard character.isLetter || character.isNumber else {
        end(at: index)
        continue
      }
      if String(character).hasIdeographs {
        end(at: index)
        start = index
        end(at: text.index(after: index))
      } else if start == nil {
        start = index
      }
    }
    end(at: text.endIndex)
    return words
  }
}
