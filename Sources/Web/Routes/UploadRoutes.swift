import ConverterCore
import Hummingbird
import HummingbirdCore
import SystemPackage

/// The page of the files that were added, and the form that adds some without JavaScript.
struct UploadRoutes {
  let uploads: Uploads
  let registry: FormatRegistry
  let names: FileNames
  let pages: PageRenderer

  private static let mostFormBytes = 1 << 20
  private static let pageSize = 200

  func add(to router: RouterGroup<WebContext>) {
    router.get("uploads") { request, context in
      try await list(Form(request.uri), context.words)
    }
    router.post("uploads") { request, _ in
      let paths = try await UploadForm(request, to: uploads).files
      guard paths.count == 1 else { return Response.seeOther("/uploads") }
      return Response.seeOther("/files/\(names.identifier(of: paths[0]))")
    }
    router.post("uploads/delete") { request, _ in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      let chosen =
        form["all"] == nil
        ? form.fields.filter { $0.name == "upload" }.map(\.value) : uploads.all().map(\.id)
      for id in chosen { try uploads.delete(id) }
      return Response.seeOther("/uploads")
    }
  }

  private func list(_ form: Form, _ words: Words) async throws -> Response {
    let all = uploads.all()
    let first = min(form.number("from", or: 0), all.count)
    let shown = all.dropFirst(first).prefix(Self.pageSize)
    let range = PageRange(first, shown.count, of: all.count, by: Self.pageSize, words) {
      "/uploads?from=\($0)"
    }
    let formats = try await registry.formats()
    var values: [String: Any] = [
      "title": words["received"], "isHome": true, "isEmpty": all.isEmpty,
      "count": words.counting("files_count", all.count),
      "used": words.text(
        "uploads_used",
        ["used": words.size(uploads.byteCount), "most": words.size(Uploads.mostBytes)]),
      "hasSeveral": all.count > 1, "styles": ["uploads.css"],
      "scripts": ["upload.js", "uploads.js", "selecting.js"],
      "uploads": shown.map { described($0, formats, words) },
    ]
    if let room = uploads.room {
      values["free"] = words.text("uploads_free", ["free": words.size(room.free)])
    }
    values.merge(range.values) { $1 }
    let types = shown.compactMap { Self.format(of: $0, formats)?["type"]?.text }
    values.merge(BatchForm(Set(types), formats).values) { $1 }
    return pages.page("uploads", values, words)
  }

  private func described(
    _ upload: Uploads.Upload, _ formats: [JSONValue], _ words: Words
  ) -> [String: Any] {
    let file = names.identifier(of: upload.path)
    let mediaType = Self.format(of: upload, formats)?["mediaTypes"]?.elements?.first?.text
    let drawing = MediaDrawing(mediaType: mediaType ?? "")
    var values: [String: Any] = [
      "file": file, "select": "\(words["select"]) \(upload.name)", "icon": drawing.icon,
      "version": AssetRoutes.version,
      "id": upload.id, "name": upload.name, "href": "/files/\(file)",
      "size": words.size(upload.byteCount), "when": words.ago(upload.arrived),
      "delete": words.text("delete_name", ["name": upload.name]), "t": words.texts,
    ]
    if drawing.hasThumbnail { values["thumb"] = "/files/\(file)/thumbnail/\(upload.id)" }
    return values
  }

  /// The format that the name of a file says.
  private static func format(of upload: Uploads.Upload, _ formats: [JSONValue]) -> JSONValue? {
    guard let ending = upload.path.extension?.lowercased() else { return nil }
    return formats.first { format in
      format["extensions"]?.elements?.contains { $0.text == ending } == true
    }
  }
}
