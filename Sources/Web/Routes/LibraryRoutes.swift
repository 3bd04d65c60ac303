import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird

/// The list of documents, and what is done to several of them.
struct LibraryRoutes {
  let desk: LibraryDesk
  let jobs: Jobs
  let pages: PageRenderer
  let exports: DocumentExports

  private static let pageSize = 60
  private static let mostTags = 200
  private static let mostFormBytes = 256 << 10
  /// The list of those that were moved to the trash stands in an address.
  private static let mostUndone = 60

  func add(to router: RouterGroup<WebContext>) {
    router.get("library") { request, context in
      let (form, words) = (Form(request.uri), context.words)
      return try await desk.read { library in try list(library, form, words) }
    }
    router.post("library") { request, context in
      try await batch(Form(request, atMost: Self.mostFormBytes), context.words)
    }
    router.get("library/:id/thumbnail/:revision") { request, context in
      try await thumbnail(DocumentAddress(context), context)
    }
    router.get("trash/:id/thumbnail/:revision") { request, context in
      try await thumbnail(DocumentAddress(context, isInTrash: true), context)
    }
  }

  /// The small picture of a document; it may be kept for ever where the address has the revision that the document has.
  private func thumbnail(
    _ address: DocumentAddress, _ context: WebContext
  ) async throws -> Response {
    let revision = context.parameters.get("revision").flatMap { Int($0) }
    return try await desk.read { library in
      let document = try library.document(address.id, inTrash: address.isInTrash)
      let metadata = try document.metadata()
      var response = try Response(
        picture: document.path(of: .thumbnail, metadata), "image/jpeg")
      if revision != metadata.revision { response.headers[.cacheControl] = "no-store" }
      return response
    }
  }

  // MARK: The list

  private func list(
    _ library: DocumentLibrary, _ form: Form, _ words: Words
  ) throws -> Response {
    let query = ListQuery(form)
    if let fault = query.fault {
      throw ConversionError(
        .usage, words.text("lib_no_such", ["name": fault, "value": form[fault] ?? ""]))
    }
    let index = try library.readableIndex()
    let states = try index.stateCounts()
    let total = states.values.reduce(0, +)
    let isFiltered = query.listing.state != nil || query.listing.tag != nil
    let count = isFiltered ? try index.count(.document, query.listing) : total
    let first = min(query.first, count)
    var shown: [IndexedItem] = []
    try index.items(.document, query.listing, from: first, most: Self.pageSize) {
      shown.append($0)
    }
    let tags = try index.tags(most: Self.mostTags)
    let range = PageRange(first, shown.count, of: count, by: Self.pageSize, words) {
      query.address(from: $0)
    }
    var values: [String: Any] = [
      "title": words["library"], "heading": words["library"], "isLibrary": true,
      "styles": ["library.css"], "scripts": ["library.js", "share.js"],
      "count": words.counting("documents_count", count), "isEmpty": count == 0,
      "emptyText": words[total == 0 ? "library_empty" : "lib_none_so"],
      "documents": shown.map { DocumentCard($0, words).values }, "hasDocuments": !shown.isEmpty,
      "hasTags": !tags.isEmpty, "tags": tags.map { ["name": $0] },
      "states": stateChips(states, total, query, words),
      "tagChips": tagChips(tags, query),
      "orders": ItemListing.Order.allCases.map { order in
        [
          "href": query.address { $0.order = order },
          "label": words["lib_order_\(order.rawValue)"],
          "isCurrent": order == query.listing.order,
        ] as [String: Any]
      },
    ]
    if let state = query.listing.state {
      values["stateWhy"] = words["state_why_\(state.rawValue)"]
    }
    if let newest = try newest(index) { values["newest"] = newest }
    if let notice = try notice(library, form, words) { values["notice"] = notice }
    values.merge(range.values) { $1 }
    return pages.page("library", values, words)
  }

  /// The PDF that was made last, which people want to pass on.
  private func newest(_ index: LibraryIndex) throws -> [String: Any]? {
    var newest: IndexedItem?
    try index.items(.document, ItemListing(), from: 0, most: Self.pageSize) { item in
      if newest == nil, item.state != .draft { newest = item }
    }
    return newest.flatMap { item in
      DocumentID(item.key).map { id in
        [
          "name": item.title, "href": DocumentAddress(id).page,
          "download": "\(DocumentAddress(id).page)/pdf",
          "fileName": "\(DocumentExport.fileName(of: item.title)).pdf",
        ]
      }
    }
  }

  /// The states that documents are in, as filters.
  private func stateChips(
    _ counts: [DocumentState: Int], _ total: Int, _ query: ListQuery, _ words: Words
  ) -> [[String: Any]] {
    let all: [String: Any] = [
      "href": query.address { $0.state = nil }, "label": words["lib_all"],
      "count": words.grouped(total), "isCurrent": query.listing.state == nil, "word": "all",
      "why": words["lib_all_why"],
    ]
    let states = DocumentState.allCases.filter {
      counts[$0] != nil || $0 == query.listing.state
    }
    return [all]
      + states.map { state in
        [
          "href": query.address { $0.state = state }, "label": words["state_\(state.rawValue)"],
          "count": words.grouped(counts[state] ?? 0), "word": state.rawValue,
          "isCurrent": state == query.listing.state, "why": words["state_why_\(state.rawValue)"],
        ]
      }
  }

  private static let mostChips = 12

  /// The tags of most documents, and the one that is filtered by.
  private func tagChips(_ tags: [String], _ query: ListQuery) -> [[String: Any]] {
    var shown = Array(tags.prefix(Self.mostChips))
    if let tag = query.listing.tag, !shown.contains(tag) { shown.insert(tag, at: 0) }
    return shown.map { tag in
      let isCurrent = tag == query.listing.tag
      return [
        "href": query.address { $0.tag = isCurrent ? nil : tag }, "name": tag,
        "isCurrent": isCurrent,
      ]
    }
  }

  /// What has just been done, with the way back.
  private func notice(
    _ library: DocumentLibrary, _ form: Form, _ words: Words
  ) throws -> [String: Any]? {
    let ids = (form["trashed"] ?? "").split(separator: ",").prefix(Self.mostUndone)
      .compactMap { DocumentID($0) }
    var titles: [String] = []
    var found: [DocumentID] = []
    for id in ids {
      // What is not in the trash any more was brought back, or is gone.
      guard let metadata = try? library.document(id, inTrash: true).metadata() else { continue }
      found.append(id)
      titles.append(metadata.title)
    }
    guard let first = titles.first else { return nil }
    let text =
      titles.count == 1
      ? words.text("trash_moved", ["title": first])
      : words.counting("trash_moved_count", titles.count)
    return ["text": text, "documents": found.map { ["id": $0.description] }]
  }

  // MARK: Several documents

  private func batch(_ form: Form, _ words: Words) async throws -> Response {
    let ids = form.fields.filter { $0.name == "document" }.map(\.value)
    let chosen = ids.compactMap { DocumentID($0) }
    guard !chosen.isEmpty, chosen.count == ids.count else {
      throw ConversionError(
        ids.isEmpty ? .usage : .inputNotFound,
        words[ids.isEmpty ? "lib_none_chosen" : "not_found_why"])
    }
    switch form["verb"] {
    case "tag":
      guard let tag = form["tag"] else { throw ConversionError(.usage, words["lib_no_tag"]) }
      try await desk.change { editor in
        for id in chosen {
          try editor.describe(id) { if !$0.tags.contains(tag) { $0.tags.append(tag) } }
        }
      }
      return .seeOther("/library?tag=\(Form.encoded(tag))")
    case "trash":
      try await desk.change { editor in for id in chosen { try editor.trash(id) } }
      return .seeOther(
        "/library?trashed="
          + chosen.prefix(Self.mostUndone).map(\.description).joined(separator: ","))
    case "zip", "pdf":
      let documents = try await desk.read { library in
        try exports.documents(chosen, of: library, words)
      }
      let number =
        form["verb"] == "zip"
        ? try await exports.pack(documents, with: desk, jobs, words)
        : try await exports.join(documents, jobs, words)
      return .seeOther("/jobs/\(number)")
    default:
      throw ConversionError(
        .usage, words.text("lib_no_such", ["name": "verb", "value": form["verb"] ?? ""]))
    }
  }
}
