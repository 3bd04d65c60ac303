import ConverterCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import SystemPackage

/// Folders, and files as they look.
struct FileRoutes {
  let broker: BrokerConnection
  let views: OpenViews
  let pictures: Pictures
  let attachments: Attachments
  let texts = OpenTexts()
  let facts: KnownFacts
  let registry: FormatRegistry
  let names: FileNames
  let pages: PageRenderer
  let folders: [BrokerConnection.Greeting.Folder]
  let recent: RecentPlaces

  /// Of a picture that fills the screen.
  static let screenSide = 2048
  /// Of one that is shown smaller, if the page asks for it: it is there sooner.
  private static let smallerSides = [1024, 1536]
  static let thumbnailSide = 384
  private static let mostPasswordBytes = 8192

  /// What comes first when there is not enough for all at once.
  enum Priority {
    static let screen = 20
    /// What somebody is about to see.
    static let ahead = 15
    static let thumbnail = 10
  }

  func add(to router: RouterGroup<WebContext>) {
    router.get("folders/:id") { request, context in
      try await folder(
        path(context), context.parameters.get("id") ?? "", Form(request.uri), context.words)
    }
    router.get("files/:id") { request, context in
      let id = context.parameters.get("id") ?? ""
      return try await FilePage(
        self, try input(context), id, Form(request.uri), context.words
      ).response(isAhead: request.headers[.fairyAhead] != nil)
    }
    router.post("files/:id/password") { request, context in
      let form = try await Form(request, atMost: Self.mostPasswordBytes)
      guard let file = try input(context).openedPath else {
        throw ConversionError(.inputNotFound, context.words["not_found_why"])
      }
      _ = try await broker.ask(
        [.init("broker", .string("password")), .init("password", .string(form["password"] ?? ""))]
          + file.members("file"))
      return Response.seeOther("/files/\(context.parameters.get("id") ?? "")")
    }
    router.get("files/:id/thumbnail/:key") { _, context in
      let key = context.parameters.get("key") ?? ""
      let input = try input(context)
      do {
        return try await picture(input, key, Self.thumbnailSide, nil, Priority.thumbnail)
      } catch is ConversionError {
        // The page of the file says why; here there is a drawing in its place.
        return Response(
          status: .ok, headers: [.contentType: "image/svg+xml"],
          body: .init(byteBuffer: ByteBuffer(string: WebResource.named("unreadable.svg").text)))
      }
    }
    router.get("files/:id/picture/:key") { request, context in
      let key = context.parameters.get("key") ?? ""
      let form = Form(request.uri)
      let page = form["page"].flatMap { Int($0) }
      let side = form["side"].flatMap { Int($0) }.flatMap {
        Self.smallerSides.contains($0) ? $0 : nil
      }
      let isAhead = request.headers[.fairyAhead] != nil
      return try await picture(
        input(context), key, side ?? Self.screenSide, page,
        isAhead ? Priority.ahead : Priority.screen)
    }
    router.get("files/:id/download") { request, context in
      let path = try path(context)
      let file = try await open(path)
      return Response.download(
        file, name: path.lastComponent.map { String(decoding: $0) } ?? "file",
        range: request.headers[.range])
    }
  }

  /// The file, or the file in an archive, that the identifier in the address stands for.
  func input(_ context: WebContext) throws(ConversionError) -> FileAddress {
    guard let input = context.parameters.get("id").flatMap({ names.input(of: $0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    return input
  }

  /// The path that the identifier in the address stands for.
  func path(_ context: WebContext) throws(ConversionError) -> FilePath {
    guard let path = context.parameters.get("id").flatMap({ names.path(of: $0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    return path
  }

  func open(_ path: FilePath) async throws(ConversionError) -> SentFile {
    let answer = try await broker.ask(
      [.init("broker", .string("open"))] + path.members("file"))
    guard let file = answer.file, let size = answer.json["answer"]?["bytes"]?.int else {
      throw ConversionError(.internalError, "the broker gave no file", file: path)
    }
    return SentFile(file, byteCount: size)
  }

  func picture(
    _ input: FileAddress, _ key: String, _ side: Int, _ page: Int?, _ priority: Int
  ) async throws -> Response {
    let place = try await pictures.picture(
      of: input, key: key, side: side, page: page, priority: priority)
    return try Response(picture: place, "image/jpeg")
  }

  /// What changes with the content of a file.
  func key(of path: FilePath) async throws(ConversionError) -> String {
    let answer = try await broker.ask(
      [.init("broker", .string("open"))] + path.members("file"))
    try? answer.file?.close()
    let (size, modified) = (answer.json["answer"]?["bytes"], answer.json["answer"]?["modified"])
    return "\(size?.int ?? 0)-\(modified?.int ?? 0)"
  }

  // MARK: Folders

  private static let pageSize = 200

  private func folder(
    _ path: FilePath, _ id: String, _ form: Form, _ words: Words
  ) async throws -> Response {
    let order = form["order"] ?? "name"
    let first = form.number("from", or: 0)
    let listing =
      try await broker.ask(
        [
          .init("broker", .string("list")), .init("order", .string(order)),
          .init("from", .integer(first)), .init("count", .integer(Self.pageSize)),
        ] + path.members("folder")
      ).json["answer"] ?? .null
    let entries = listing["entries"]?.elements ?? []
    let total = listing["total"]?.int ?? entries.count
    let range = PageRange(first, entries.count, of: total, by: Self.pageSize, words) {
      "/folders/\(id)?order=\(order)&from=\($0)"
    }
    var values: [String: Any] = [
      "scripts": ["selecting.js"],
      "title": path.lastComponent?.string ?? "", "name": path.lastComponent?.string ?? "",
      "path": way(to: path, words), "count": words.counting("count", total), "isEmpty": total == 0,
      "entries": entries.map { entry($0, in: path, words) },
      "orders": ["name", "newest", "largest"].map { word in
        [
          "href": "/folders/\(id)?order=\(word)", "label": words["order_\(word)"],
          "isCurrent": word == order,
        ] as [String: Any]
      },
    ]
    if folders.contains(where: { $0.word == path.components.first?.string }) {
      values["triage"] = "/triage/\(id)"
    }
    if let leftOut = listing["leftOut"]?.int, leftOut > 0 {
      values["leftOut"] = words.counting("left_out", leftOut)
    }
    values.merge(range.values) { $1 }
    let types = Set(entries.compactMap { $0["type"]?.text })
    values.merge(BatchForm(types, try await registry.formats()).values) { $1 }
    return pages.page("folder", values, words)
  }

  /// The folders that a path is in, from the one that the user named.
  ///
  /// A file in an archive is in the archive.
  func way(to input: FileAddress, _ words: Words) -> [[String: Any]] {
    guard let path = input.openedPath else { return [] }
    if case .file = input { return way(to: path, words) }
    return way(to: path, words) + [
      ["name": path.lastComponent?.string ?? "", "href": "/files/\(names.identifier(of: path))"]
    ]
  }

  private func way(to path: FilePath, _ words: Words) -> [[String: Any]] {
    // What was added, and results, lie in folders that mean nothing to people.
    let parts = path.components.map(\.string)
    if parts.first == ".work", parts.count > 2 {
      switch parts[1] {
      case "uploads": return [["name": words["received"], "href": "/uploads"]]
      case "results": return [["name": words["results"], "href": "/jobs/\(parts[2])"]]
      default: break
      }
    }
    var (way, current) = ([[String: Any]](), path.removingLastComponent())
    while let name = current.lastComponent, !name.string.hasPrefix(".") {
      way.insert(
        ["name": name.string, "href": "/folders/\(names.identifier(of: current))"], at: 0)
      current = current.removingLastComponent()
    }
    return way
  }

  private func entry(_ entry: JSONValue, in folder: FilePath, _ words: Words) -> [String: Any] {
    let name =
      entry["nameHex"]?.text.flatMap { FilePath(hexadecimal: $0) }
      ?? FilePath(entry["name"]?.text ?? "")
    let path = folder.pushing(name)
    let id = names.identifier(of: path)
    let isFolder = entry["folder"] == .bool(true)
    let modified = entry["modified"]?.int ?? 0
    let size = entry["bytes"]?.int ?? 0
    let model = entry["model"]?.text
    var values: [String: Any] = [
      "name": name.lossyText, "href": "/\(isFolder ? "folders" : "files")/\(id)",
      "icon": isFolder ? "folder" : Self.icon(of: model, entry["type"]?.text),
      "version": AssetRoutes.version,
      "about": isFolder
        ? words["folder"] : words.size(size) + " · " + words.ago(modified / 1_000_000_000),
    ]
    if !isFolder {
      values["file"] = id
      values["select"] = "\(words["select"]) \(name.lossyText)"
    }
    if model == "Picture" || model == "PagedDocument" {
      let key = "\(entry["identity"]?.text ?? "")-\(size)-\(modified)"
      values["thumb"] = "/files/\(id)/thumbnail/\(Form.encoded(key))"
    }
    return values
  }

  private static func icon(of model: String?, _ type: String?) -> String {
    switch model {
    // They are read as tables, but shown as texts.
    case "Table" where type == "net.daringfireball.markdown" || type == "public.html": "file"
    case "Picture": "picture"
    case "Table": "table"
    case "Tree": "tree"
    case "Archive": "archive"
    case "Mailbox": "mail"
    case "PagedDocument": "document"
    default: "file"
    }
  }
}
