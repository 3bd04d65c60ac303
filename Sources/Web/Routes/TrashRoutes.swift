import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird
import SystemPackage

/// The trash of the library.
struct TrashRoutes {
  let desk: LibraryDesk
  let pages: PageRenderer

  private static let mostFormBytes = 256 << 10
  private static let pageSize = 60

  func add(to router: RouterGroup<WebContext>) {
    router.get("trash") { request, context in
      let (form, words) = (Form(request.uri), context.words)
      return try await desk.read { library in try list(library, form, words) }
    }
    router.post("trash") { request, context in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      return try await change(form, context.words)
    }
  }

  private func list(
    _ library: DocumentLibrary, _ form: Form, _ words: Words
  ) throws -> Response {
    var damaged: [[String: Any]] = []
    let all = try library.trashedDocuments { error in
      damaged.append([
        "name": error.file?.removingLastComponent().lastComponent?.string ?? "",
        "why": error.message,
      ])
    }
    let first = min(form.number("from", or: 0), all.count)
    let shown = all.dropFirst(first).prefix(Self.pageSize)
    var values: [String: Any] = [
      "title": words["trash_heading"], "isLibrary": true, "styles": ["library.css"],
      "count": words.counting("documents_count", all.count), "isEmpty": all.isEmpty,
      "canEmpty": !all.isEmpty, "emptyWhy": words.counting("trash_empty_why", all.count),
      "documents": shown.map { DocumentCard($0, inTrash: true, words).values },
      "damaged": damaged,
    ]
    if let done = form["done"].flatMap({ Int($0) }), done > 0 {
      values["notice"] = words.counting("trash_deleted", done)
    }
    let range = PageRange(first, shown.count, of: all.count, by: Self.pageSize, words) {
      "/trash?from=\($0)"
    }
    values.merge(range.values) { $1 }
    return pages.page("trash", values, words)
  }

  private func change(_ form: Form, _ words: Words) async throws -> Response {
    let ids = form.fields.filter { $0.name == "document" }.map(\.value)
    let chosen = ids.compactMap { DocumentID($0) }
    switch form["verb"] {
    case "restore":
      try Self.check(ids, chosen, words)
      try await desk.change { editor in for id in chosen { try editor.restore(id) } }
      return .seeOther(
        chosen.count == 1 ? DocumentAddress(chosen[0]).page : "/library")
    case "delete":
      try Self.check(ids, chosen, words)
      try await desk.change { editor in for id in chosen { try editor.library.delete(id) } }
      return .seeOther("/trash?done=\(chosen.count)")
    case "empty":
      let count = try await desk.change { editor in
        let all = try editor.library.trashedDocuments { _ in }
        for document in all { try editor.library.delete(document.id) }
        return all.count
      }
      return .seeOther("/trash?done=\(count)")
    default:
      throw ConversionError(
        .usage, words.text("lib_no_such", ["name": "verb", "value": form["verb"] ?? ""]))
    }
  }

  private static func check(
    _ ids: [String], _ chosen: [DocumentID], _ words: Words
  ) throws(ConversionError) {
    guard !chosen.isEmpty, chosen.count == ids.count else {
      throw ConversionError(
        ids.isEmpty ? .usage : .inputNotFound,
        words[ids.isEmpty ? "lib_none_chosen" : "not_found_why"])
    }
  }
}
