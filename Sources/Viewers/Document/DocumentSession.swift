import ConverterCore
import PagedDocumentModel

/// A document that stays open: its outline, and the sizes of its pages.
///
/// A page as a picture, and its text, are conversions of that page.
final class DocumentSession: ViewSession {
  private let document: PagedDocument
  let summary: [JSONValue.Member]

  /// The most pages of an answer.
  private static let most = 10_000

  /// - Throws: what reading its facts throws.
  init(_ document: PagedDocument, in context: ConversionContext) throws(ConversionError) {
    self.document = document
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
    guard question.word == "pages" else { throw question.unknown("pages") }
    try question.check(takes: "from", "count")
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
}
