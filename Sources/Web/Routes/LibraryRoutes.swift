import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// Documents, and what is found in them.
struct LibraryRoutes {
  let library: DocumentLibrary
  let names: FileNames
  let pages: PageRenderer

  private static let pageSize = 60
  /// What a list of what was found shows.
  private static let mostHits = 60

  func add(to router: RouterGroup<WebContext>) {
    router.get("library") { request, context in
      try list(Form(request.uri), context.words)
    }
    router.get("search") { request, context in
      try search(Form(request.uri)["q"] ?? "", context.words)
    }
    router.get("library/:id") { _, context in
      let (document, metadata) = try document(context)
      return page(of: document, metadata, context.words)
    }
    router.get("library/:id/thumbnail") { _, context in
      let (document, metadata) = try document(context)
      return try Response(
        picture: document.path(of: .thumbnail, metadata), "image/jpeg")
    }
  }

  private func document(
    _ context: WebContext
  ) throws(ConversionError) -> (DocumentFolder, DocumentMetadata) {
    guard let id = context.parameters.get("id").flatMap({ DocumentID($0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    let document = try library.document(id)
    return (document, try document.metadata())
  }

  private func list(_ form: Form, _ words: Words) throws(ConversionError) -> Response {
    let index = try library.readableIndex()
    let count = try index.count(.document)
    let first = min(form.number("from", or: 0), count)
    var shown: [IndexedItem] = []
    try index.items(.document, from: first, most: Self.pageSize) { shown.append($0) }
    let range = PageRange(first, shown.count, of: count, by: Self.pageSize, words) {
      "/library?from=\($0)"
    }
    var values: [String: Any] = [
      "title": words["library"], "heading": words["library"], "isLibrary": true,
      "count": words.counting("documents_count", count), "isEmpty": count == 0,
      "emptyText": words["library_empty"], "documents": shown.map { document($0, words) },
    ]
    values.merge(range.values) { $1 }
    return pages.page("library", values, words)
  }

  private func search(_ query: String, _ words: Words) throws(ConversionError) -> Response {
    var hits: [SearchHit] = []
    if let wanted = SearchWords(query) {
      hits = try library.readableIndex().search(wanted, by: .best, most: Self.mostHits)
    }
    return pages.page(
      "library",
      [
        "title": words["search_heading"], "heading": words["search_heading"], "query": query,
        "count": words.counting("found", hits.count), "isEmpty": hits.isEmpty,
        "emptyText": words["nothing_found"],
        "documents": hits.map { hit in
          var values = document(hit.item, words)
          values["snippet"] = [pieces(hit.snippet)]
          return values
        },
      ], words)
  }

  private func document(_ item: IndexedItem, _ words: Words) -> [String: Any] {
    var values: [String: Any] = [
      "title": item.title, "version": AssetRoutes.version,
      "about": words.counting("pages_count", item.pageCount) + " · "
        + words.ago(item.created.seconds),
    ]
    if let state = item.state {
      values["state"] = state.rawValue
      values["stateText"] = words["state_\(state.rawValue)"]
    }
    guard item.kind == .document else { return values }
    values["href"] = "/library/\(item.key)"
    values["thumb"] = "/library/\(item.key)/thumbnail?\(item.revision)"
    return values
  }

  /// A document with its pages as they look, and their words.
  private func page(
    of document: DocumentFolder, _ metadata: DocumentMetadata, _ words: Words
  ) -> Response {
    let place = FilePath(".library/documents/\(document.id)")
    var values: [String: Any] = [
      "title": metadata.title, "name": metadata.title, "isLibrary": true,
      "state": metadata.state.rawValue, "stateText": words["state_\(metadata.state.rawValue)"],
      "about": words.counting("pages_count", metadata.pages.count) + " · "
        + words.ago(metadata.modified.seconds),
      "note": metadata.note, "hasTags": !metadata.tags.isEmpty,
      "tags": metadata.tags.map { ["name": $0, "address": Form.encoded($0)] },
      "sheets": metadata.pages.enumerated().map { index, page -> [String: Any] in
        let text = page.text.flatMap { document.words(in: $0) } ?? ""
        var sheet: [String: Any] = [
          "number": index + 1, "label": words.text("page_label", ["number": "\(index + 1)"]),
          "hasText": !text.isEmpty, "text": text, "t": words.texts,
        ]
        if let picture = page.picture {
          let id = names.identifier(of: place.appending("pages/\(picture)"))
          sheet["src"] = "/files/\(id)/picture/\(metadata.revision)"
        }
        return sheet
      },
    ]
    let product = document.path(of: .pdf, metadata)
    if metadata.output != nil, let name = product.lastComponent {
      let id = names.identifier(of: place.appending("output").appending(name))
      values["pdf"] = [
        "href": "/files/\(id)", "download": "/files/\(id)/download", "t": words.texts,
      ]
    }
    return pages.page("document", values, words)
  }

  /// The text around what was found, in pieces that are marked or not.
  private func pieces(_ snippet: SearchHit.Snippet) -> [[String: Any]] {
    let characters = Array(snippet.text)
    var (pieces, end) = ([[String: Any]](), 0)
    for match in snippet.matches {
      pieces.append(["text": String(characters[end..<match.lowerBound]), "isFound": false])
      pieces.append(["text": String(characters[match]), "isFound": true])
      end = match.upperBound
    }
    return pieces + [["text": String(characters[end...]), "isFound": false]]
  }
}
