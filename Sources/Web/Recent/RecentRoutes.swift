import ConverterCore
import FairyLibrary
import Hummingbird
import SystemPackage

/// What was opened last.
struct RecentRoutes {
  let broker: BrokerConnection
  let places: RecentPlaces
  let registry: FormatRegistry
  let names: FileNames
  let pages: PageRenderer

  private static let mostFormBytes = 4096
  private static let mostListed = 200

  func add(to router: RouterGroup<WebContext>) {
    router.get("recent") { _, context in
      var values = await list(atMost: Self.mostListed, context.words)
      values["title"] = context.words["recent"]
      values["styles"] = ["home.css"]
      return pages.page("recent", values, context.words)
    }
    router.post("recent/clear") { _, _ in
      try places.clear()
      return Response.seeOther("/recent")
    }
    router.post("recent/forget") { request, _ in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      try places.forget(form["file"] ?? "")
      return Response.seeOther(form["from"] == "home" ? "/" : "/recent")
    }
  }

  /// For templates: `recent`, `hasRecent`, `recentFault`.
  func list(atMost most: Int, _ words: Words) async -> [String: Any] {
    do throws(ConversionError) {
      let files = try places.all()
      let formats = try await registry.formats()
      var shown: [[String: Any]] = []
      for file in files.prefix(most) { shown.append(await line(file, formats, words)) }
      return [
        "recent": shown, "hasRecent": !shown.isEmpty, "hasMoreRecent": files.count > most,
      ]
    } catch {
      return ["recentFault": error.message]
    }
  }

  private func line(
    _ file: RecentFile, _ formats: [JSONValue], _ words: Words
  ) async -> [String: Any] {
    let format = formats.first { $0["type"]?.text == file.type?.rawValue }
    let drawing = MediaDrawing(mediaType: format?["mediaTypes"]?.elements?.first?.text ?? "")
    var values: [String: Any] = [
      "name": file.input.shownName, "key": RecentPlaces.key(of: file), "t": words.texts,
      "version": AssetRoutes.version, "icon": drawing.icon,
      "forget": words.text("recent_forget", ["name": file.input.shownName]),
      "about": [file.byteCount.map(words.size), words.ago(file.opened.seconds)]
        .compactMap(\.self).joined(separator: " · "),
      "kind": format?["name"]?.text.map { ["name": $0] } ?? [],
    ]
    guard let served = places.served(file) else {
      let folder = file.input.openedPath?.removingLastComponent().lossyText ?? ""
      values["elsewhere"] = ["command": "fairy serve \(Self.quoted(folder))", "t": words.texts]
      return values
    }
    guard let path = served.openedPath,
      let answer = try? await broker.ask([.init("broker", .string("open"))] + path.members("file"))
    else {
      values["isGone"] = true
      return values
    }
    try? answer.file?.close()
    let id = names.identifier(of: served)
    values["href"] = "/files/\(id)"
    if drawing.hasThumbnail {
      let facts = answer.json["answer"]
      let key = "\(facts?["bytes"]?.int ?? 0)-\(facts?["modified"]?.int ?? 0)"
      values["thumb"] = "/files/\(id)/thumbnail/\(key)"
    }
    return values
  }

  /// A path as a shell takes it.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x2f, 0x5f: true
      default: false
      }
    }
    return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
  }
}
