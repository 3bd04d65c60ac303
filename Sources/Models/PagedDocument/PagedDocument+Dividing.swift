public import ConverterCore

extension PagedDocument: DivisibleModel {
  public static let pluralToDivide: String? = "documents"

  public func divided(
    _ division: Request.Division, in context: ConversionContext,
    byteCount: (PagedDocument) throws(ConversionError) -> Int
  ) throws(ConversionError) -> [Sibling<PagedDocument>]? {
    switch division {
    case .pages(let choices):
      var parts: [Sibling<PagedDocument>] = []
      var names = SiblingNames()
      for choice in choices {
        let name = names.unique(choice.fileName)
        parts.append(part(try positions(of: choice), name: name))
      }
      return parts
    case .every(let count):
      return stride(from: 0, to: pages.count, by: max(1, count)).map {
        part($0..<min($0 + max(1, count), pages.count))
      }
    case .outline: return try dividedAtOutline(in: context)
    case .size(let most): return try divided(most: most, in: context, byteCount: byteCount)
    }
  }

  private func part(_ indices: [Int], name: String) -> Sibling<PagedDocument> {
    var part = self
    part.pages = indices.map { pages[$0] }
    return Sibling(name: name) { () throws(ConversionError) in part }
  }

  /// A part of pages that follow each other, named after the first and the last.
  private func part(_ range: Range<Int>) -> Sibling<PagedDocument> {
    let first = number(at: range.lowerBound)
    return part(
      Array(range),
      name: range.count == 1 ? first : "\(first)-\(number(at: range.upperBound - 1))")
  }

  private func number(at position: Int) -> String {
    number(of: pages[position], at: position)
  }

  /// A part from each heading of the first level to the next; what comes before the first is one, too.
  private func dividedAtOutline(
    in context: ConversionContext
  ) throws(ConversionError) -> [Sibling<PagedDocument>] {
    // Of several headings that lead to one page the first names the part.
    var starts: [Int: String] = [:]
    for (source, file) in sources.enumerated() {
      guard case .document(let content) = file.content else { continue }
      var places: [Int: Int] = [:]
      for (place, page) in pages.enumerated() where page.source == source {
        places[page.index] = places[page.index] ?? place
      }
      for heading in try content.facts(in: context).outline {
        guard let page = heading.page.flatMap({ places[$0] }) else { continue }
        if starts[page] == nil { starts[page] = heading.title }
      }
    }
    guard let first = starts.keys.min() else {
      throw ConversionError(
        .usage, "has no outline to be split at; --each or --every N go without one")
    }
    if first > 0 { starts[0] = "" }
    var names = SiblingNames()
    var parts: [Sibling<PagedDocument>] = []
    let bounds = starts.keys.sorted() + [pages.count]
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let (page, title) = (number(at: start), starts[start] ?? "")
      let word = title.allSatisfy(\.isWhitespace) ? page : "\(page)-\(title)"
      let name = names.word(for: word, number: start + 1)
      parts.append(part(Array(start..<end), name: name))
    }
    return parts
  }

  /// Parts of as many pages as fit into `most` bytes.
  private func divided(
    most: Int, in context: ConversionContext,
    byteCount: (PagedDocument) throws(ConversionError) -> Int
  ) throws(ConversionError) -> [Sibling<PagedDocument>] {
    func size(_ range: Range<Int>) throws(ConversionError) -> Int {
      try context.checkpoint(Double(range.lowerBound) / Double(pages.count))
      return try byteCount(try part(range).open())
    }
    var parts: [Sibling<PagedDocument>] = []
    var start = 0
    // As many as the last part had are a good guess for the next.
    var guess = 1
    while start < pages.count {
      var fits = 0
      var tooMany = pages.count - start + 1
      var count = min(guess, pages.count - start)
      while fits + 1 < tooMany {
        let bytes = try size(start..<start + count)
        if bytes <= most {
          fits = count
          count = tooMany <= pages.count - start ? (fits + tooMany) / 2 : min(2 * fits, tooMany - 1)
        } else {
          guard count > 1 else {
            throw ConversionError.exceeding(
              .init(fixed: "part", needed: bytes, allowed: most),
              "page \(pages[start].index + 1) alone takes \(bytes) bytes, more than a part of \(most) bytes; "
                + "make it smaller first with fairy compress")
          }
          tooMany = count
          count = (fits + tooMany) / 2
        }
        if count == fits { break }
      }
      parts.append(part(start..<start + fits))
      guess = fits
      start += fits
    }
    return parts
  }
}
