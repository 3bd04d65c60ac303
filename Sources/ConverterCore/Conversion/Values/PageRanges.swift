/// Pages of a document as words choose them: `1-3,7,z-5,:odd`.
///
/// A range counts from 1; `z` is the last page, `r2` the last but one. A range that falls, `5-1`, goes
/// backwards, and one after an `x` is taken away again: `1-z,x5-7`. `:odd` and `:even` keep every second
/// of what stands before them, or of all pages where nothing does. The same page may come several times.
public struct PageRanges: Sendable, Equatable {
  enum End: Sendable, Equatable {
    case number(Int)
    /// From the end: 1 is the last page.
    case fromEnd(Int)
  }

  enum Part: Sendable, Equatable {
    case range(End, End)
    /// What it names is not meant.
    case without(End, End)
    /// Every second of what has been chosen, from the first or the second on.
    case every(odd: Bool)
  }

  /// As it was written.
  public let text: String
  let parts: [Part]

  /// Reads the words.
  ///
  /// - Throws: `usage`.
  public init(parsing text: String) throws(ConversionError) {
    self.text = text
    var parts: [Part] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      var words = word.split(separator: ":", omittingEmptySubsequences: false)
      let range = words.removeFirst()
      if !range.isEmpty || words.isEmpty { parts.append(try Self.range(range, in: text)) }
      for word in words {
        switch word {
        case "odd": parts.append(.every(odd: true))
        case "even": parts.append(.every(odd: false))
        default: throw Self.error(text)
        }
      }
    }
    self.parts = parts
  }

  private static func range(_ word: Substring, in text: String) throws(ConversionError) -> Part {
    let isTakenAway = word.first == "x"
    let ends = (isTakenAway ? word.dropFirst() : word)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(ends.count) else { throw error(text) }
    let first = try end(ends[0], in: text)
    let last = ends.count == 1 ? first : try end(ends[1], in: text)
    return isTakenAway ? .without(first, last) : .range(first, last)
  }

  private static func end(_ word: Substring, in text: String) throws(ConversionError) -> End {
    if word == "z" { return .fromEnd(1) }
    let isFromEnd = word.first == "r"
    let digits = isFromEnd ? word.dropFirst() : word
    guard digits.allSatisfy(\.isASCII), let number = Int(digits), number >= 1, digits.first != "+"
    else { throw error(text) }
    return isFromEnd ? .fromEnd(number) : .number(number)
  }

  private static func error(_ text: String) -> ConversionError {
    ConversionError(
      .usage,
      "\"\(text.printable)\" names no pages; write ranges such as 1-3,7,z-5 or :odd, where z is the "
        + "last page and r2 the last but one")
  }

  /// The words in a form that suits a file's name.
  public var fileName: String { text.replacing(":", with: "_") }

  /// The chosen pages of a document, from 0.
  ///
  /// - Parameters:
  ///   - count: how many pages the document has.
  ///   - option: what they were said with, for messages.
  /// - Throws: `usage` where a page does not exist, or no page is chosen.
  public func indices(of count: Int, option: String = "--pages ") throws(ConversionError) -> [Int] {
    var chosen: [Int] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .range(let first, let last):
        let first = try page(first, of: count, option)
        let last = try page(last, of: count, option)
        chosen += first <= last ? Array(first...last) : (last...first).reversed()
      case .without(let first, let last):
        if index == 0 { chosen = Array(0..<count) }
        let first = try page(first, of: count, option)
        let last = try page(last, of: count, option)
        chosen.removeAll { (min(first, last)...max(first, last)).contains($0) }
      case .every(let odd):
        if index == 0 { chosen = Array(0..<count) }
        chosen = chosen.enumerated().filter { ($0.offset % 2 == 0) == odd }.map(\.element)
      }
    }
    guard !chosen.isEmpty else {
      throw ConversionError(.usage, "\(option)\(text.printable) chooses no page")
    }
    return chosen
  }

  private func page(_ end: End, of count: Int, _ option: String) throws(ConversionError) -> Int {
    let index =
      switch end {
      case .number(let number): number - 1
      case .fromEnd(let number): count - number
      }
    guard (0..<count).contains(index) else {
      throw ConversionError(
        .usage,
        "\(option)\(text.printable) names a page that is not there: the document has "
          + (count == 1 ? "one page" : "\(count) pages"))
    }
    return index
  }
}
