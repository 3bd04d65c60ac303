import ConverterCore
import HTTPTypes
import Hummingbird
import SystemPackage

// Photos that show the same, side by side.
extension TriageRoutes {
  private static let groupsOnPage = 12

  func addGroups(to router: RouterGroup<WebContext>) {
    router.get("triage/:id/groups") { request, context in
      try await groups(try folder(context), Form(request.uri), context.words)
    }
    router.post("triage/:id/groups") { request, context in
      let order = try await TriageRequest(request)
      let path = try folder(context)
      try await decide(order, path, context.words)
      return Response.seeOther("/triage/\(names.identifier(of: path))/groups")
    }
  }

  private func groups(_ folder: FilePath, _ form: Form, _ words: Words) async throws -> Response {
    let first = form.number("from", or: 0)
    let answer = try await triage.ask(
      "groups", folder,
      [.init("from", .integer(first)), .init("count", .integer(Self.groupsOnPage))])
    let groups = answer["groups"]?.elements ?? []
    let total = answer["total"]?.int ?? groups.count
    var values = frame(folder, answer["progress"], words)
    values["title"] = words["triage_alike"]
    values["count"] = words.counting("triage_groups", total)
    values["isEmpty"] = total == 0 && answer["looking"] == nil
    values["groups"] = groups.enumerated().map { number, group in
      var shown = self.values(of: group, words)
      shown["number"] = first + number + 1
      for key in ["base", "session"] { shown[key] = values[key] }
      return shown
    }
    if let looking = answer["looking"] { values["looking"] = Self.looking(looking, words) }
    let base = "/triage/\(names.identifier(of: folder))/groups"
    let range = PageRange(first, groups.count, of: total, by: Self.groupsOnPage, words) {
      "\(base)?from=\($0)"
    }
    values.merge(range.values) { $1 }
    return page("groups", values, words)
  }

  private func values(of group: JSONValue, _ words: Words) -> [String: Any] {
    let photos = group["photos"]?.elements ?? []
    let best = group["best"]?.int ?? 0
    return [
      "t": words.texts, "kind": words["triage_kind_\(group["kind"]?.text ?? "near")"],
      "photos": photos.enumerated().map { index, photo -> [String: Any] in
        var values = TriagePhoto(photo, names, words).values
        values["isBest"] = index == best
        return values
      },
    ]
  }

  /// Keeps those of a group that are marked, and puts the others into the queue: one step.
  private func decide(
    _ order: TriageRequest, _ folder: FilePath, _ words: Words
  ) async throws {
    let photos = order.all("photo")
    let kept = Set(order.all("keep"))
    guard !photos.isEmpty else {
      throw ConversionError(.usage, "a decision on a group names its photos")
    }
    let decisions = [
      ("keep", photos.filter { kept.contains($0) }),
      ("delete", photos.filter { !kept.contains($0) }),
    ]
    var named: [JSONValue] = []
    for (verdict, photos) in decisions { named.append(try triage.decision(verdict, on: photos)) }
    _ = try await triage.ask(
      "decide", folder, [try order.sequence(), .init("decisions", .array(named))])
  }
}
