import ConverterCore
import PagedDocumentModel

/// A document that stays open: its outline, the sizes of its pages, their words, and where some words stand.
///
/// A page as a picture is a conversion of that page.
final class DocumentSession: ViewSession {
  private let document: PagedDocument
  let summary: [JSONValue.Member]
  private var words: DocumentWords

  /// The most pages of an answer.
  private static let most = 10_000

  /// - Throws: what reading its facts throws.
  init(_ document: PagedDocument, in context: ConversionContext) throws(ConversionError) {
    self.document = document
    words = DocumentWords(document, in: context)
    var members = [JSONValue.Member("pages", .integer(document.pages.count))]
    for source in document.sources {
      guard case .document(let content) = source.content else { continue }
      let facts = try content.facts(in: context)
      members.append(.init("format", .string(facts.format)))
      if let title = facts.title { members.append(.init("title", .string(title))) }
      if !facts.outline.isEmpty {
        members.append(.init("outline", .array(facts.outline.map(\.json))))
      }
    }
    summary = members
  }

  func answer(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    switch question.word {
    case "pages":
      try question.check(takes: "from", "count")
      return try pages(question)
    case "words":
      try question.check(takes: "page")
      return try words(question)
    case "find":
      try question.check(takes: "text", "page", "backward", "wait")
      return try find(question)
    default: throw question.unknown("pages", "words", "find")
    }
  }

  private func pages(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let from = try question.count("from", or: 0)
    let count = try question.count("count", or: 100, atMost: Self.most)
    // In points, of which 72 make an inch.
    let pages = document.pages.dropFirst(from).prefix(count).map { page in
      JSONValue.object([
        .init("width", .number(page.size.width)), .init("height", .number(page.size.height)),
      ])
    }
    return [.init("from", .integer(from)), .init("pages", .array(pages))]
  }

  /// `{"ask":"words","page":3}`: the lines of a page, each a list of words with their places.
  private func words(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let page = try question.count("page")
    guard document.pages.indices.contains(page) else {
      throw ConversionError(
        .usage, "there is no page \(page): pages count from 0, and it has \(document.pages.count)")
    }
    let lines = try words.page(page).lines.map { line in JSONValue.array(line.map(\.json)) }
    return [
      .init("page", .integer(page)), .init("width", .number(document.pages[page].size.width)),
      .init("height", .number(document.pages[page].size.height)), .init("lines", .array(lines)),
    ]
  }

  /// `{"ask":"find","text":"smith","page":3}`: the first page with it from there on, or before it, and its places there.
  private func find(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let words = try question.text("text").split(whereSeparator: \.isWhitespace)
    guard let search = TextSearch(words.joined(separator: " ")) else {
      throw ConversionError(.usage, "\"text\" is empty, and there is nothing to look for")
    }
    let isBackward = try question.flag("backward")
    let count = document.pages.count
    var page = try question.count("page", or: isBackward ? count : 0, atMost: count)
    let deadline =
      ContinuousClock.now + .milliseconds(try question.count("wait", or: 1000, atMost: 10_000))
    if isBackward { page -= 1 }
    while document.pages.indices.contains(page) {
      let places = try self.words.places(of: search, onPage: page)
      guard places.isEmpty else {
        return [
          .init("page", .integer(page)),
          .init("places", .array(places.map { .array($0.map(\.box)) })),
        ]
      }
      page += isBackward ? -1 : 1
      // Asked again from there, it goes on.
      if .now >= deadline, document.pages.indices.contains(page) {
        return [.init("searched", .integer(isBackward ? page + 1 : page))]
      }
    }
    return [.init("page", .null)]
  }
}
