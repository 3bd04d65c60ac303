import Broker
import ConverterCore
import HTTPTypes
import Hummingbird
import SystemPackage

/// Photos one at a time: which are kept, which go, of which the words are wanted.
struct TriageRoutes {
  let triage: TriageBroker
  let pages: PageRenderer
  let folders: [BrokerConnection.Greeting.Folder]

  var names: FileNames { triage.names }

  static let filters = [
    "all", "unseen", "screenshots", "large", "videos", "blurred", "dark",
  ]
  /// How many photos a script is told of at once.
  private static let mostPhotos = 60

  func add(to router: RouterGroup<WebContext>) {
    router.get("triage") { _, context in try await overview(context.words) }
    router.get("triage/:id") { request, context in
      try await cards(try folder(context), Form(request.uri), context.words)
    }
    router.get("triage/:id/photos") { request, context in
      try await photos(try folder(context), Form(request.uri), context.words)
    }
    router.post("triage/:id/verdicts") { request, context in
      let order = try await TriageRequest(request)
      return try await answering(order, context.words) {
        try await decide(order, try folder(context), context)
      }
    }
    router.post("triage/:id/undo") { request, context in
      let order = try await TriageRequest(request)
      return try await answering(order, context.words) {
        try await undo(order, try folder(context), context)
      }
    }
    addQueue(to: router)
    addGroups(to: router)
  }

  /// The folder that the identifier in the address stands for.
  func folder(_ context: WebContext) throws(ConversionError) -> FilePath {
    guard let path = context.parameters.get("id").flatMap({ names.path(of: $0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    return path
  }

  /// Scripts are told of errors as JSON.
  private func answering(
    _ order: TriageRequest, _ words: Words, _ body: () async throws -> Response
  ) async throws -> Response {
    do {
      return try await body()
    } catch let error as ConversionError where order.isScript {
      return .json(.object([.init("error", .object(error.members))]), status: error.status)
    }
  }

  // MARK: Pages

  private func overview(_ words: Words) async throws -> Response {
    var shown: [[String: Any]] = []
    for folder in folders {
      let path = FilePath(folder.word)
      var values: [String: Any] = [
        "name": folder.word, "href": "/triage/\(names.identifier(of: path))", "t": words.texts,
        "version": AssetRoutes.version,
      ]
      do {
        let progress = try await triage.ask("progress", path)
        values.merge(TriageProgress(progress, words).values) { $1 }
      } catch {
        values["fault"] = error.message
      }
      shown.append(values)
    }
    return page(
      "triage", ["title": words["triage"], "hasFolders": !folders.isEmpty, "folders": shown], words)
  }

  /// A page about photos.
  func page(
    _ name: String, _ values: [String: Any], _ words: Words, script: String? = nil
  ) -> Response {
    var values = values
    values["isTriage"] = true
    values["styles"] = ["triage.css"]
    if let script { values["scripts"] = [script] }
    return pages.page(name, values, words)
  }

  /// What all pages of a folder have.
  func frame(_ folder: FilePath, _ progress: JSONValue?, _ words: Words) -> [String: Any] {
    let id = names.identifier(of: folder)
    let name = folder.lastComponent?.string ?? ""
    var values: [String: Any] = [
      "folder": id, "name": name, "folderPage": "/folders/\(id)", "base": "/triage/\(id)",
      // What a form without a script asks for is done once, too.
      "session": Secret.random(bytes: 16).hexadecimal,
    ]
    values.merge(TriageProgress(progress, words).values) { $1 }
    return values
  }

  private func filter(_ form: Form) throws(ConversionError) -> String {
    let filter = form["filter"] ?? "all"
    guard Self.filters.contains(filter) else {
      throw ConversionError(
        .usage, "\"filter\" is one of \(Self.filters.joined(separator: ", "))")
    }
    return filter
  }

  /// The question for photos that an address stands for.
  private func question(_ form: Form) throws(ConversionError) -> [JSONValue.Member] {
    [.init("filter", .string(try filter(form)))] + (try triage.cursor("at", form["at"]))
      + (try triage.cursor("after", form["after"])) + (try triage.cursor("before", form["before"]))
  }

  private func cards(_ folder: FilePath, _ form: Form, _ words: Words) async throws -> Response {
    let filter = try filter(form)
    let answer = try await triage.ask("photos", folder, try question(form))
    var values = frame(folder, answer["progress"], words)
    let base = "/triage/\(names.identifier(of: folder))"
    values["title"] = words.text("triage_title", ["name": folder.lastComponent?.string ?? ""])
    values["filter"] = filter
    values["filters"] = Self.filters.map { word in
      [
        "href": "\(base)?filter=\(word)", "label": words["triage_filter_\(word)"],
        "isCurrent": word == filter,
      ] as [String: Any]
    }
    if let photo = answer["photos"]?.elements?.first {
      var card = TriagePhoto(photo, names, words).values
      for key in ["base", "filter", "session"] { card[key] = values[key] }
      let id = card["id"] as? String ?? ""
      card["next"] = "\(base)?filter=\(filter)&after=\(id)"
      card["previous"] = "\(base)?filter=\(filter)&before=\(id)"
      values["card"] = card
    } else {
      values["isEnd"] = true
      let isEmpty = form["after"] == nil && form["before"] == nil && answer["looking"] == nil
      values["endText"] = words[isEmpty ? "triage_nothing_left" : "triage_end"]
    }
    if let looking = answer["looking"] { values["looking"] = Self.looking(looking, words) }
    return page("cards", values, words, script: "triage.js")
  }

  /// How far a folder was looked at, for a filter that needs it.
  static func looking(_ looking: JSONValue, _ words: Words) -> [String: Any] {
    let (done, total) = (looking["done"]?.int ?? 0, looking["total"]?.int ?? 0)
    return [
      "t": words.texts, "done": done, "total": total,
      "text": words.text(
        "triage_looking", ["count": words.grouped(done), "total": words.grouped(total)]),
    ]
  }

  // MARK: For scripts

  private func photos(_ folder: FilePath, _ form: Form, _ words: Words) async throws -> Response {
    do throws(ConversionError) {
      let count = min(form.number("count", or: 1), Self.mostPhotos)
      let answer = try await triage.ask(
        "photos", folder, try question(form) + [.init("count", .integer(count))])
      let photos = (answer["photos"]?.elements ?? []).map { TriagePhoto($0, names, words).json }
      return .json(
        .object([
          .init("photos", .array(photos)),
          .init("progress", TriageProgress(answer["progress"], words).json),
          .init("looking", answer["looking"] ?? .null),
        ]))
    } catch {
      return .json(.object([.init("error", .object(error.members))]), status: error.status)
    }
  }

  private func decide(
    _ order: TriageRequest, _ folder: FilePath, _ context: WebContext
  ) async throws -> Response {
    let photos = order.all("photo")
    guard let verdict = order.form["verdict"], !photos.isEmpty else {
      throw ConversionError(.usage, "a decision has a \"photo\" and a \"verdict\"")
    }
    let answer = try await triage.ask(
      "decide", folder,
      [
        try order.sequence(),
        .init("decisions", .array([try triage.decision(verdict, on: photos)])),
      ])
    guard !order.isScript else { return decided(answer, context.words) }
    let id = photos[0].prefix { $0 != " " }
    return Response.seeOther(
      "/triage/\(names.identifier(of: folder))?filter=\(try filter(order.form))&after=\(id)")
  }

  private func decided(_ answer: JSONValue, _ words: Words) -> Response {
    .json(
      .object([
        .init("done", answer["done"] ?? .bool(false)),
        .init("progress", TriageProgress(answer["progress"], words).json),
      ]))
  }

  private func undo(
    _ order: TriageRequest, _ folder: FilePath, _ context: WebContext
  ) async throws -> Response {
    let answer = try await triage.ask("undo", folder, [try order.sequence()])
    let ids = (answer["photos"]?.elements ?? []).compactMap(TriageBroker.path).map {
      names.identifier(of: $0)
    }
    guard order.isScript else {
      let place = ids.first.map { "&at=\($0)" } ?? ""
      return Response.seeOther(
        "/triage/\(names.identifier(of: folder))?filter=\(try filter(order.form))\(place)")
    }
    return .json(
      .object([
        .init("undone", answer["undone"] ?? .integer(0)),
        .init("photos", .array(ids.map { .string($0) })),
        .init("progress", TriageProgress(answer["progress"], context.words).json),
      ]))
  }
}
