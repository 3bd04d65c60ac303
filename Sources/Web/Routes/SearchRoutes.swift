import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird

/// What is found in documents, and where nobody looked.
struct SearchRoutes {
  let desk: LibraryDesk
  let pages: PageRenderer

  /// What a list of what was found shows.
  private static let mostHits = 60
  /// Longer documents are shown in parts, of which the address has to name one.
  private static let longDocument = 40

  func add(to router: RouterGroup<WebContext>) {
    router.get("search") { request, context in
      let (form, words) = (Form(request.uri), context.words)
      return try await desk.read { library in try search(library, form, words) }
    }
  }

  private func search(
    _ library: DocumentLibrary, _ form: Form, _ words: Words
  ) throws -> Response {
    let query = form["q"] ?? ""
    let order: LibraryIndex.Order = form["order"] == "newest" ? .newest : .best
    var hits: [SearchHit] = []
    if let wanted = SearchWords(query) {
      hits = try library.readableIndex().search(wanted, by: order, most: Self.mostHits + 1)
    }
    let hasMore = hits.count > Self.mostHits
    hits = Array(hits.prefix(Self.mostHits))
    let encoded = Form.encoded(query)
    return pages.page(
      "search",
      [
        "title": words["search_heading"], "heading": words["search_heading"], "query": query,
        "isLibrary": true, "styles": ["library.css"],
        "count": query.isEmpty
          ? ""
          : hasMore
            ? words.text("search_first", ["count": "\(Self.mostHits)"])
            : words.counting("found", hits.count),
        "isEmpty": hits.isEmpty,
        "emptyText": words[query.isEmpty ? "search_label" : "nothing_found"],
        "orders": [("best", LibraryIndex.Order.best), ("newest", .newest)].map { word, its in
          [
            "href": "/search?q=\(encoded)&order=\(word)", "label": words["search_\(word)"],
            "isCurrent": its == order,
          ] as [String: Any]
        },
        "hasOrders": hits.count > 1, "hits": hits.map { card($0, encoded, words) },
        "leftOut": Self.leftOut(try library.settings(), words).map { ["text": $0] },
        "hasLeftOut": !query.isEmpty,
      ], words)
  }

  private func card(_ hit: SearchHit, _ query: String, _ words: Words) -> [String: Any] {
    var values = DocumentCard(hit.item, words).values
    values["snippet"] = Self.pieces(hit.snippet)
    values["onPage"] = [String]()
    guard hit.item.kind == .document, let id = DocumentID(hit.item.key) else { return values }
    values["href"] = "\(DocumentAddress(id).page)?q=\(query)"
    if let page = hit.snippet.page {
      values["href"] = Self.address(of: page, in: DocumentAddress(id), query)
      if hit.item.pageCount > 1 {
        values["onPage"] = [words.text("page_label", ["number": "\(page)"])]
      }
    }
    return values
  }

  /// `/library/3f2a…?q=word#page-3`
  static func address(of page: Int, in document: DocumentAddress, _ query: String) -> String {
    let part = page > longDocument ? "&page=\(page)" : ""
    return "\(document.page)?q=\(query)\(part)#page-\(page)"
  }

  /// The text around what was found, in pieces that are marked or not.
  private static func pieces(_ snippet: SearchHit.Snippet) -> [[String: Any]] {
    let characters = Array(snippet.text)
    var (pieces, end) = ([[String: Any]](), 0)
    for match in snippet.matches {
      pieces.append(["text": String(characters[end..<match.lowerBound]), "isFound": false])
      pieces.append(["text": String(characters[match]), "isFound": true])
      end = match.upperBound
    }
    return pieces + [["text": String(characters[end...]), "isFound": false]]
  }

  /// What a search here does not look at.
  static func leftOut(_ settings: LibrarySettings, _ words: Words) -> [String] {
    let mailboxes = settings.mailboxes.map { $0.lossyText.printable }
    return [words["search_not_drafts"], words["search_not_trash"]]
      + (mailboxes.isEmpty
        ? [] : [words.text("search_not_mail", ["names": mailboxes.joined(separator: ", ")])])
  }
}
