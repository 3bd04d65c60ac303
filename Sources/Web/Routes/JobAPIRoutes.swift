import ConverterCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import SystemPackage

/// Jobs for programs: requests of `fairy worker`, with identifiers of files in the place of paths.
struct JobAPIRoutes {
  let broker: BrokerConnection
  let jobs: Jobs
  let registry: FormatRegistry
  let names: FileNames

  private static let mostBodyBytes = 1 << 20
  private static let mostListed = 500
  /// What is on the screen of somebody comes first, whatever a program asks for.
  private static let mostPriority = 9
  private static let members = [
    "input", "verb", "more", "pages", "parts", "namesEachPart", "to", "options", "priority", "name",
  ]

  func add(to router: RouterGroup<WebContext>) {
    router.get("api/jobs") { request, _ in
      let form = Form(request.uri)
      let all = await jobs.all.dropFirst(form.number("from", or: 0))
      return APIProblems.json(
        .array(
          all.prefix(min(Self.mostListed, form.number("count", or: Self.mostListed)))
            .map(described)))
    }
    router.post("api/jobs") { request, context in
      let body = try await JSONValue(request, atMost: Self.mostBodyBytes)
      let job = try await begin(body, context.words)
      var response = APIProblems.json(described(job), .created)
      response.headers[.location] = "/api/jobs/\(job.number)"
      return response
    }
    router.get("api/jobs/:number") { _, context in
      APIProblems.json(described(try await job(context)))
    }
    router.delete("api/jobs/:number") { _, context in
      let job = try await job(context)
      guard job.result != nil else {
        await jobs.cancel(job.number)
        return Response(status: .accepted)
      }
      await jobs.delete(job.number)
      return Response(status: .noContent)
    }
  }

  private func job(_ context: WebContext) async throws(ConversionError) -> Jobs.Job {
    guard let number = context.parameters.get("number").flatMap({ Int($0) }),
      let job = await jobs[number]
    else { throw ConversionError(.inputNotFound, "there is no such job") }
    return job
  }

  private func begin(_ body: JSONValue, _ words: Words) async throws -> Jobs.Job {
    try body.checkMembers(Self.members, of: "a job")
    let input = try input(body["input"])
    let verb = try body["verb"]?.text(of: "verb") ?? "convert"
    let priority = try body["priority"]?.count(of: "priority") ?? 0
    guard priority <= Self.mostPriority else {
      throw ConversionError(.usage, "\"priority\" is at most \(Self.mostPriority)")
    }
    let given = ["verb", "pages", "parts", "namesEachPart", "to", "options"].compactMap { key in
      body[key].map { JSONValue.Member(key, $0) }
    }
    let more = try (body["more"]?.elements(of: "more") ?? []).map { further in
      try further.checkMembers(["input", "pages"], of: "one of \"more\"")
      return JSONValue.object(
        try self.input(further["input"]).members("input")
          + (further["pages"].map { [.init("pages", $0)] } ?? []))
    }
    let request =
      input.members("input") + given + (body["more"] == nil ? [] : [.init("more", .array(more))])
    let type = try await check(request)
    let name = try await outputName(body["name"], input, verb, type, words)
    let number = try await jobs.begin(
      request + [.init("priority", .integer(priority))], name: input.shownName, outputName: name)
    guard let job = await jobs[number] else {
      throw ConversionError(.internalError, "the job is gone")
    }
    return job
  }

  private func input(_ value: JSONValue?) throws(ConversionError) -> FileAddress {
    guard let value else { throw ConversionError(.usage, "a job has an \"input\"") }
    guard let input = names.input(of: try value.text(of: "input")) else {
      throw ConversionError(.inputNotFound, "\"input\" is not the identifier of a file")
    }
    return input
  }

  /// Has the broker read the request, which knows all its words.
  ///
  /// - Returns: the type of the result.
  private func check(_ request: [JSONValue.Member]) async throws(ConversionError) -> String? {
    try await broker.ask([
      .init("broker", .string("check")), .init("request", .object(request)),
    ]).json["answer"]?["to"]?.text
  }

  private func outputName(
    _ given: JSONValue?, _ input: FileAddress, _ verb: String, _ type: String?, _ words: Words
  ) async throws(ConversionError) -> String {
    if let given {
      let name = try given.text(of: "name")
      guard UploadName.parts(name) == [name] else {
        throw ConversionError(.usage, "\"name\" is the name of a file, without folders")
      }
      return name
    }
    let stem = FilePath(input.shownName).stem ?? input.shownName
    switch verb {
    case "compress": return input.shownName
    case "merge": return words["joined_name"] + ".pdf"
    case "pack": return words["packed_name"] + ".zip"
    default:
      let format = try await registry.formats().first { $0["type"]?.text == type }
      guard let ending = format?["extensions"]?.elements?.first?.text else { return stem }
      return "\(stem).\(ending)"
    }
  }

  // MARK: Answers

  /// Members of results that have paths, and the number of the broker's request.
  private static let withoutPaths = [
    "id", "input", "inputHex", "inputs", "inputsHex", "output", "outputHex", "outputs",
    "outputsHex",
  ]

  private func described(_ job: Jobs.Job) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("number", .integer(job.number)), .init("name", .string(job.name)),
      .init("state", .string(job.state)), .init("begun", .integer(job.begun)),
    ]
    if let fraction = job.fraction, job.result == nil {
      members.append(.init("fraction", .number(fraction)))
    }
    guard let result = job.result?.members else { return .object(members) }
    members.append(
      .init("result", .object(result.filter { !Self.withoutPaths.contains($0.key) }.map(cleaned))))
    members.append(
      .init(
        "outputs",
        .array(
          job.outputs.map { output in
            let id = names.identifier(of: output)
            return .object([
              .init("name", .string(output.lastComponent?.string ?? "")),
              .init("file", .string(id)),
              .init("href", .string("/\(job.isFolder ? "folders" : "files")/\(id)")),
            ])
          })))
    return .object(members)
  }

  /// An error without the path of its file.
  private func cleaned(_ member: JSONValue.Member) -> JSONValue.Member {
    guard member.key == "error", let error = member.value.members else { return member }
    return .init("error", .object(error.filter { !$0.key.hasPrefix("file") }))
  }
}
