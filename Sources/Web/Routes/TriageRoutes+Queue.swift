import ConverterCore
import HTTPTypes
import Hummingbird
import SystemPackage

// What is to be deleted, and what becomes of it.
extension TriageRoutes {
  private static let pageSize = 120

  func addQueue(to router: RouterGroup<WebContext>) {
    router.get("triage/:id/queue") { request, context in
      try await queue(try folder(context), Form(request.uri), context.words)
    }
    router.post("triage/:id/take-out") { request, context in
      let order = try await TriageRequest(request)
      return try await takeOut(order, try folder(context), context.words)
    }
    router.post("triage/:id/commit") { request, context in
      let order = try await TriageRequest(request)
      return try await commit(order, try folder(context), context.words)
    }
    router.post("triage/:id/restore") { request, context in
      let order = try await TriageRequest(request)
      return try await restore(order, try folder(context), context.words)
    }
    router.post("triage/:id/start-over") { request, context in
      _ = try await TriageRequest(request)
      let path = try folder(context)
      _ = try await triage.ask("startOver", path)
      return Response.seeOther("/triage/\(names.identifier(of: path))")
    }
  }

  /// Changes with what is in the queue: nothing is moved that nobody saw.
  private func digest(_ photos: [JSONValue]) -> String {
    let told = photos.map { photo in
      "\(TriageBroker.path(photo)?.bytes.hexadecimal ?? "") \(photo["key"]?.text ?? "")\n"
    }
    return Digest.sha256(Array(told.joined().utf8)).hexadecimal
  }

  private func queue(_ folder: FilePath, _ form: Form, _ words: Words) async throws -> Response {
    let answer = try await triage.ask("queue", folder)
    let photos = answer["photos"]?.elements ?? []
    let first = min(form.number("from", or: 0), photos.count)
    let shown = photos.dropFirst(first).prefix(Self.pageSize)
    var values = frame(folder, answer["progress"], words)
    let base = "/triage/\(names.identifier(of: folder))/queue"
    values["title"] = words["triage_queue"]
    values["digest"] = digest(photos)
    values["isEmpty"] = photos.isEmpty
    values["count"] = words.counting("triage_photos", photos.count)
    values["photos"] = shown.map { TriagePhoto($0, names, words).values }
    values["example"] = "fairy serve …/\(folder.components.first?.string ?? ""):rw"
    let range = PageRange(first, shown.count, of: photos.count, by: Self.pageSize, words) {
      "\(base)?from=\($0)"
    }
    values.merge(range.values) { $1 }
    return page("queue", values, words)
  }

  private func takeOut(
    _ order: TriageRequest, _ folder: FilePath, _ words: Words
  ) async throws -> Response {
    // The button at one photo means that one alone.
    let photos = order.form["one"].map { [$0] } ?? order.all("photo")
    guard !photos.isEmpty else { throw ConversionError(.usage, words["none_chosen"]) }
    // A photo that has changed since can be taken out all the same.
    let ids = photos.map { String($0.prefix { $0 != " " }) }
    _ = try await triage.ask(
      "decide", folder,
      [try order.sequence(), .init("decisions", .array([try triage.decision("none", on: ids)]))])
    return Response.seeOther("/triage/\(names.identifier(of: folder))/queue")
  }

  private func commit(
    _ order: TriageRequest, _ folder: FilePath, _ words: Words
  ) async throws -> Response {
    let queue = try await triage.ask("queue", folder)
    let photos = queue["photos"]?.elements ?? []
    guard TriageProgress(queue["progress"], words).isWritable else {
      throw ConversionError(.cannotCreateOutput, words["triage_read_only"])
    }
    guard !photos.isEmpty, order.form["digest"] == digest(photos) else {
      throw ConversionError(.changedMeanwhile, words["triage_queue_changed"])
    }
    let named = photos.map { photo in
      JSONValue.object(
        (TriageBroker.path(photo) ?? "").members("path") + [.init("key", photo["key"] ?? .null)])
    }
    let report = try await triage.ask("commit", folder, [.init("photos", .array(named))])
    return committed(report, folder, words)
  }

  /// What really happened.
  private func committed(
    _ report: JSONValue, _ folder: FilePath, _ words: Words
  ) -> Response {
    let trashed = report["trashed"]?.elements ?? []
    let (bytes, freed) = (report["bytes"]?.int ?? 0, report["freed"]?.int ?? 0)
    var values = frame(folder, report["progress"], words)
    values["title"] = words["triage_committed"]
    values["moved"] = words.counting("triage_moved", trashed.count)
    values["freed"] = words.text("triage_freed", ["bytes": words.size(freed)])
    if freed < bytes {
      values["links"] = words.text("triage_other_names", ["bytes": words.size(bytes - freed)])
    }
    values["commit"] = report["commit"]?.int ?? 0
    values["hasMoved"] = !trashed.isEmpty
    values["trashed"] = trashed.compactMap(TriageBroker.path).map { $0.lossyText }
    values.merge(self.refused(report, words)) { $1 }
    return page("committed", values, words)
  }
  /// Brings photos of a commit back from the trash.
  private func restore(
    _ order: TriageRequest, _ folder: FilePath, _ words: Words
  ) async throws -> Response {
    guard let number = order.form["commit"].flatMap({ Int($0) }), number > 0 else {
      throw ConversionError(.usage, "photos are brought back by the number of their commit")
    }
    let report = try await triage.ask("restore", folder, [.init("commit", .integer(number))])
    var values = frame(folder, report["progress"], words)
    values["title"] = words["triage_restored"]
    values["moved"] = words.counting("triage_back", report["restored"]?.int ?? 0)
    values.merge(refused(report, words)) { $1 }
    return page("committed", values, words)
  }

  /// What was not moved, and why.
  private func refused(_ report: JSONValue, _ words: Words) -> [String: Any] {
    let refused = report["refused"]?.elements ?? []
    return [
      "hasRefused": !refused.isEmpty,
      "refusedCount": words.counting("triage_refused", refused.count),
      "refused": refused.map { refused -> [String: Any] in
        [
          "name": TriageBroker.path(refused)?.lossyText ?? "",
          "why": refused["message"]?.text ?? "",
        ]
      },
    ]
  }
}
