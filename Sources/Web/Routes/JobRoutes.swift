import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// What is made of files, and the receipts of it.
struct JobRoutes {
  let broker: BrokerConnection
  let jobs: Jobs
  let registry: FormatRegistry
  let names: FileNames
  let pages: PageRenderer
  let folders: [BrokerConnection.Greeting.Folder]

  private static let mostFormBytes = 1 << 20

  func add(to router: RouterGroup<WebContext>) {
    router.get("jobs") { _, context in await list(context.words) }
    router.post("jobs") { request, context in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      let numbers = try await begin(form, context.words)
      return Response.seeOther(numbers.count == 1 ? "/jobs/\(numbers[0])" : "/jobs")
    }
    router.get("jobs/state") { _, context in await states(context.words) }
    router.get("jobs/:number") { request, context in
      try await page(try await job(context), Form(request.uri)["placed"], context.words)
    }
    router.get("jobs/:number/state") { _, context in
      let job = try await job(context)
      let state = JSONValue.object(
        [.init("state", .string(job.state))]
          + (job.fraction.map { [.init("fraction", .number($0))] } ?? []))
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(string: state.description)))
    }
    router.post("jobs/:number/cancel") { _, context in
      let job = try await job(context)
      await jobs.cancel(job.number)
      return Response.seeOther("/jobs/\(job.number)")
    }
    router.post("jobs/:number/delete") { _, context in
      await jobs.delete(try await job(context).number)
      return Response.seeOther("/jobs")
    }
    router.post("jobs/:number/again") { _, context in
      let job = try await job(context)
      return Response.seeOther("/jobs/\(try await jobs.again(job))")
    }
    router.post("jobs/:number/place") { request, context in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      return try await place(try await job(context), form)
    }
  }

  private func job(_ context: WebContext) async throws(ConversionError) -> Jobs.Job {
    guard let number = context.parameters.get("number").flatMap({ Int($0) }),
      let job = await jobs[number]
    else { throw ConversionError(.inputNotFound, context.words["not_found_why"]) }
    return job
  }

  // MARK: Beginning

  /// - Returns: the numbers of the jobs: one for each file, or one for all where they become one.
  private func begin(_ form: Form, _ words: Words) async throws -> [Int] {
    let ids = form.fields.filter { $0.name == "file" }.map(\.value)
    let inputs = ids.compactMap { names.input(of: $0) }
    guard !inputs.isEmpty, inputs.count == ids.count else {
      throw ConversionError(.inputNotFound, words[ids.isEmpty ? "none_chosen" : "not_found_why"])
    }
    let options = try Self.options(form)
    switch form["verb"] {
    case "merge": return [try await begin(.merge, of: inputs, options, words)]
    case "pack": return [try await begin(.pack, of: inputs, options, words)]
    case "compress":
      var numbers: [Int] = []
      for input in inputs {
        let request =
          input.members("input") + [.init("verb", .string("compress"))] + options
        numbers.append(
          try await jobs.begin(request, name: input.shownName, outputName: input.shownName))
      }
      return numbers
    default: return try await convert(inputs, to: form["to"], options)
    }
  }

  private func convert(
    _ inputs: [FileAddress], to: String?, _ options: [JSONValue.Member]
  ) async throws -> [Int] {
    let formats = try await registry.formats()
    guard let to, let format = formats.first(where: { $0["type"]?.text == to }) else {
      throw ConversionError(.usage, "\"to\" names no format")
    }
    var numbers: [Int] = []
    for input in inputs {
      let name = input.shownName
      let request = input.members("input") + [.init("to", .string(to))] + options
      numbers.append(
        try await jobs.begin(request, name: name, outputName: Self.name(name, as: format)))
    }
    return numbers
  }

  /// The verbs that make one file of several.
  private enum Combination: String { case merge, pack }

  private func begin(
    _ verb: Combination, of inputs: [FileAddress], _ options: [JSONValue.Member], _ words: Words
  ) async throws -> Int {
    let (type, name) =
      verb == .merge
      ? ("com.adobe.pdf", words["joined_name"] + ".pdf")
      : ("public.zip-archive", words["packed_name"] + ".zip")
    let request =
      inputs[0].members("input") + [
        .init("verb", .string(verb.rawValue)), .init("to", .string(type)),
        .init("more", .array(inputs.dropFirst().map { .object($0.members("input")) })),
      ] + options
    return try await jobs.begin(request, name: name, outputName: name)
  }

  /// The name of the file with the extension of the format.
  private static func name(_ name: String, as format: JSONValue) -> String {
    let stem = FilePath(name).stem ?? name
    guard let ending = format["extensions"]?.elements?.first?.text else { return stem }
    return "\(stem).\(ending)"
  }

  /// The member `options` of a request, where the form has some. What does not apply to a file is told in its receipt.
  private static func options(_ form: Form) throws(ConversionError) -> [JSONValue.Member] {
    var options: [JSONValue.Member] = []
    for key in ["quality", "resize", "metadata"] {
      if let value = form[key] { options.append(.init(key, .string(value))) }
    }
    let settings = form.fields.filter { $0.name.hasPrefix("set-") && !$0.value.isEmpty }
      .map { JSONValue.Member(String($0.name.dropFirst("set-".count)), .string($0.value)) }
    if !settings.isEmpty { options.append(.init("set", .object(settings))) }
    return options.isEmpty ? [] : [.init("options", .object(options))]
  }

  private func place(_ job: Jobs.Job, _ form: Form) async throws -> Response {
    let folder = form["folder"] ?? ""
    var places: [String] = []
    for output in job.outputs {
      let answer = try await broker.ask(
        [.init("broker", .string("place")), .init("folder", .string(folder))]
          + output.members("file")
          + [.init("name", .string(output.lastComponent?.string ?? ""))])
      places.append(answer.json["answer"]?["path"]?.text ?? "")
    }
    return .seeOther("/jobs/\(job.number)?placed=\(Form.encoded(places.joined(separator: ", ")))")
  }

  // MARK: Pages

  private func list(_ words: Words) async -> Response {
    let all = await jobs.all
    let results = all.flatMap(\.outputs)
    return pages.page(
      "jobs",
      [
        "title": words["results"], "isJobs": true, "scripts": ["jobs.js"], "isEmpty": all.isEmpty,
        "hasResults": results.count > 1, "results": results.map { names.identifier(of: $0) },
        "count": words.counting("jobs_count", all.count),
        "jobs": all.map { job -> [String: Any] in
          [
            "number": job.number, "href": "/jobs/\(job.number)",
            "name": Self.shownName(job), "state": job.state,
            "stateText": words["state_\(job.state)"], "about": words.ago(job.begun),
            "isRunning": job.result == nil, "t": words.texts,
            "cancel": words.text("cancel_name", ["name": Self.shownName(job)]),
          ]
        },
      ], words)
  }

  /// How the jobs stand, for a page that shows them.
  private func states(_ words: Words) async -> Response {
    let states = await jobs.all.map { job in
      JSONValue.object([
        .init("number", .integer(job.number)), .init("state", .string(job.state)),
        .init("text", .string(words["state_\(job.state)"])),
        .init("name", .string(Self.shownName(job))),
      ])
    }
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(string: JSONValue.array(states).description)))
  }

  private static func shownName(_ job: Jobs.Job) -> String {
    job.outputs.first?.lastComponent?.string ?? job.name
  }

  private func page(
    _ job: Jobs.Job, _ placed: String?, _ words: Words
  ) async throws -> Response {
    let formats = try await registry.formats()
    var values: [String: Any] = [
      "title": job.name, "name": job.name, "number": job.number, "isJobs": true,
      "about": words["state_\(job.state)"] + " · " + words.ago(job.begun),
      "isRunning": job.result == nil, "isDone": job.isDone, "hasEnded": job.result != nil,
      "scripts": ["jobs.js"],
    ]
    if let fraction = job.fraction { values["fraction"] = "\(fraction)" }
    if let result = job.result {
      if job.isDone {
        values.merge(results(job, result, formats, words)) { $1 }
        values.merge(Receipt(result, words).values) { $1 }
      } else {
        values["fault"] = result["error"]?["message"]?.text ?? result["why"]?.text ?? ""
      }
    }
    if job.isDone, let result = job.result {
      let comparison = PictureComparison(job, result, formats, names, words)
      values.merge(comparison.values) { $1 }
      if comparison.isShown {
        values["styles"] = ["look.css"]
        values["scripts"] = ["compare.js"]
      }
    }
    if let placed { values["placed"] = words.text("placed", ["place": placed]) }
    return pages.page("job", values, words)
  }

  private func results(
    _ job: Jobs.Job, _ result: JSONValue, _ formats: [JSONValue], _ words: Words
  ) -> [String: Any] {
    let writable = folders.filter(\.isWritable)
    let isFolder = result["to"]?.text == "public.folder"
    return [
      "outputs": job.outputs.map { output -> [String: Any] in
        let id = names.identifier(of: output)
        return [
          "name": output.lastComponent?.string ?? "",
          "href": "/\(isFolder ? "folders" : "files")/\(id)", "isFile": !isFolder,
          "download": "/files/\(id)/download", "t": words.texts,
          "size": job.outputs.count == 1 ? result["bytesOut"]?.int.map(words.size) ?? "" : "",
        ]
      },
      "hasFolders": !writable.isEmpty && !isFolder,
      "folders": writable.map { ["value": $0.word, "label": $0.word] },
    ]
  }
}
