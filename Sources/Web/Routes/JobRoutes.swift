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
    router.get("jobs") { request, context in await list(Form(request.uri), context.words) }
    router.post("jobs") { request, context in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      let numbers = try await begin(form, context.words)
      return Response.seeOther(numbers.count == 1 ? "/jobs/\(numbers[0])" : "/jobs")
    }
    router.get("jobs/state") { _, context in await states(context.words) }
    router.post("jobs/chosen") { request, context in
      try await change(Form(request, atMost: Self.mostFormBytes), context.words)
    }
    router.get("jobs/:number") { request, context in
      try await page(try await job(context), Form(request.uri), context.words)
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
      let job = try await job(context)
      let places = try await place(job, in: form["folder"] ?? "")
      return Response.seeOther(
        "/jobs/\(job.number)?placed=\(Form.encoded(places.joined(separator: ", ")))&folder="
          + Form.encoded(form["folder"] ?? ""))
    }
  }

  /// Packs, puts into a folder or deletes the results of the jobs that a form names.
  private func change(_ form: Form, _ words: Words) async throws -> Response {
    let numbers = form.fields.filter { $0.name == "job" }.compactMap { Int($0.value) }
    var chosen: [Jobs.Job] = []
    for number in numbers {
      if let job = await jobs[number] { chosen.append(job) }
    }
    guard !chosen.isEmpty else { throw ConversionError(.usage, words["none_chosen"]) }
    switch form["verb"] {
    case "delete":
      for job in chosen { await jobs.delete(job.number) }
      return Response.seeOther("/jobs")
    case "place":
      try Self.checkFiles(of: chosen, words)
      var count = 0
      for job in chosen {
        count += try await place(job, in: form["folder"] ?? "").count
      }
      return Response.seeOther("/jobs?placed=\(count)&folder=\(Form.encoded(form["folder"] ?? ""))")
    default:
      try Self.checkFiles(of: chosen, words)
      let results = chosen.flatMap(\.outputs)
      let number = try await begin(.pack, of: results.map { .file($0) }, [], words)
      return Response.seeOther("/jobs/\(number)")
    }
  }

  private func job(_ context: WebContext) async throws(ConversionError) -> Jobs.Job {
    guard let number = context.parameters.get("number").flatMap({ Int($0) }),
      let job = await jobs[number]
    else { throw ConversionError(.inputNotFound, context.words["not_found_why"]) }
    return job
  }

  /// - Throws: `usage` where a job has no files as its result, so that none is left out in silence.
  private static func checkFiles(
    of jobs: [Jobs.Job], _ words: Words
  ) throws(ConversionError) {
    guard let other = jobs.first(where: { !$0.isDone || $0.isFolder }) else { return }
    throw ConversionError(.usage, words.text("no_files", ["name": shownName(other)]))
  }

  // MARK: Beginning

  /// - Returns: the numbers of the jobs: one for each file, or one for all where they become one.
  private func begin(_ form: Form, _ words: Words) async throws -> [Int] {
    let ids = form.fields.filter { $0.name == "file" }.map(\.value)
    let inputs = ids.compactMap { names.input(of: $0) }
    guard !inputs.isEmpty, inputs.count == ids.count else {
      throw ConversionError(
        ids.isEmpty ? .usage : .inputNotFound,
        words[ids.isEmpty ? "none_chosen" : "not_found_why"])
    }
    let options = try Self.options(form, words)
    switch form["verb"] {
    case "merge": return [try await begin(.merge, of: inputs, options, words)]
    case "pack": return [try await begin(.pack, of: inputs, options, words)]
    case "split": return [try await split(inputs[0], form, words)]
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

  /// Divides a document into several.
  private func split(_ input: FileAddress, _ form: Form, _ words: Words) async throws -> Int {
    let parts: JSONValue.Member
    switch form["by"] {
    case "outline": parts = .init("outline", .bool(true))
    case "pages":
      let ranges = (form["ranges"] ?? "").split(separator: ";").map { $0.filter { $0 != " " } }
      guard !ranges.isEmpty else { throw ConversionError(.usage, words["split_no_ranges"]) }
      parts = .init("pages", .array(ranges.map { .string(String($0)) }))
    default: parts = .init("every", .integer(form["every"].flatMap { Int($0) } ?? 1))
    }
    let name = input.shownName
    return try await jobs.begin(
      input.members("input") + [
        .init("verb", .string("split")), .init("parts", .object([parts])),
      ], name: name, outputName: FilePath(name).stem ?? name)
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
  private static func options(
    _ form: Form, _ words: Words
  ) throws(ConversionError) -> [JSONValue.Member] {
    var options: [JSONValue.Member] = []
    if let text = form["quality"] {
      let number = text.split(separator: ",", omittingEmptySubsequences: false).joined(
        separator: ".")
      guard let quality = Double(number), quality.isFinite else {
        throw ConversionError(.usage, words.text("no_quality", ["text": text]))
      }
      options.append(.init("quality", .number(quality)))
    }
    for key in ["resize", "metadata"] {
      if let value = form[key] { options.append(.init(key, .string(value))) }
    }
    let settings = form.fields.filter { $0.name.hasPrefix("set-") && !$0.value.isEmpty }
      .map { JSONValue.Member(String($0.name.dropFirst("set-".count)), .string($0.value)) }
    if !settings.isEmpty { options.append(.init("set", .object(settings))) }
    return options.isEmpty ? [] : [.init("options", .object(options))]
  }

  /// - Returns: the paths of the copies.
  private func place(_ job: Jobs.Job, in folder: String) async throws -> [String] {
    var places: [String] = []
    for output in job.outputs {
      let answer = try await broker.ask(
        [.init("broker", .string("place")), .init("folder", .string(folder))]
          + output.members("file")
          + [.init("name", .string(output.lastComponent?.string ?? ""))])
      places.append(answer.json["answer"]?["path"]?.text ?? "")
    }
    return places
  }

  // MARK: Pages

  private func list(_ form: Form, _ words: Words) async -> Response {
    let all = await jobs.all
    var values: [String: Any] = [:]
    if let count = form["placed"].flatMap({ Int($0) }), let folder = form["folder"] {
      values["placed"] = words.text("placed_count", ["count": "\(count)", "place": folder])
    }
    if let saved = Self.saved(all, words) { values["saved"] = saved }
    return pages.page(
      "jobs",
      [
        "title": words["results"], "isJobs": true, "isEmpty": all.isEmpty,
        "scripts": ["jobs.js", "selecting.js"],
        "places": places(form["folder"]),
        "hasPlaces": folders.contains(where: \.isWritable),
        "count": words.counting("jobs_count", all.count),
        "jobs": all.map { job -> [String: Any] in
          [
            "number": job.number, "href": "/jobs/\(job.number)",
            "name": Self.shownName(job), "state": job.state,
            "stateText": words["state_\(job.state)"], "about": words.ago(job.begun),
            "isRunning": job.result == nil, "t": words.texts, "sizes": Self.sizes(of: job, words),
            "select": "\(words["select"]) \(Self.shownName(job))",
            "cancel": words.text("cancel_name", ["name": Self.shownName(job)]),
          ]
        },
      ].merging(values) { $1 }, words)
  }

  /// `2.1 MB → 430 KB`, where both are known.
  private static func sizes(of job: Jobs.Job, _ words: Words) -> String {
    guard job.isDone, let before = job.result?["bytesIn"]?.int,
      let after = job.result?["bytesOut"]?.int
    else { return "" }
    return "\(words.size(before)) → \(words.size(after))"
  }

  /// What all results together have saved; `nil` where that is nothing.
  private static func saved(_ jobs: [Jobs.Job], _ words: Words) -> String? {
    let sizes = jobs.filter(\.isDone).compactMap { job -> (Int, Int)? in
      guard let before = job.result?["bytesIn"]?.int, let after = job.result?["bytesOut"]?.int
      else { return nil }
      return (before, after)
    }
    let (before, after) = sizes.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    guard sizes.count > 1, after < before else { return nil }
    return words.text(
      "jobs_saved",
      [
        "before": words.size(before), "after": words.size(after),
        "saved": words.size(before - after),
      ])
  }

  /// The folders that results can be put into.
  private func places(_ chosen: String?) -> [[String: Any]] {
    folders.filter(\.isWritable).map {
      ["value": $0.word, "label": $0.word, "isChosen": $0.word == chosen]
    }
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
    _ job: Jobs.Job, _ form: Form, _ words: Words
  ) async throws -> Response {
    let formats = try await registry.formats()
    var values: [String: Any] = [
      "title": job.name, "name": job.name, "number": job.number, "isJobs": true,
      "about": words["state_\(job.state)"] + " · " + words.ago(job.begun),
      "isRunning": job.result == nil, "isDone": job.isDone, "hasEnded": job.result != nil,
      "scripts": ["jobs.js", "share.js"],
    ]
    if let fraction = job.fraction { values["fraction"] = "\(fraction)" }
    if let result = job.result {
      if job.isDone {
        values.merge(results(job, result, form["folder"], words)) { $1 }
        values.merge(Receipt(result, words).values) { $1 }
      } else {
        values[job.state == "cancelled" ? "cancelled" : "fault"] = Self.fault(of: job, result)
        if let file = Self.lockedFile(of: result) {
          values["locked"] = names.identifier(of: file)
        }
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
    if let placed = form["placed"] { values["placed"] = words.text("placed", ["place": placed]) }
    return pages.page("job", values, words)
  }

  private func results(
    _ job: Jobs.Job, _ result: JSONValue, _ folder: String?, _ words: Words
  ) -> [String: Any] {
    let isFolder = job.isFolder
    return [
      "outputs": job.outputs.map { output -> [String: Any] in
        let id = names.identifier(of: output)
        let isPDF = output.extension?.lowercased() == "pdf"
        return [
          "pdf": isPDF ? [output.lastComponent?.string ?? "document.pdf"] : [],
          "name": output.lastComponent?.string ?? "",
          "href": "/\(isFolder ? "folders" : "files")/\(id)", "isFile": !isFolder,
          "download": "/files/\(id)/download", "t": words.texts,
          "size": job.outputs.count == 1 ? result["bytesOut"]?.int.map(words.size) ?? "" : "",
        ]
      },
      "hasFolders": folders.contains(where: \.isWritable) && !isFolder, "folders": places(folder),
    ]
  }

  /// The file without whose password a job has failed.
  private static func lockedFile(of result: JSONValue) -> FilePath? {
    let codes = [ConversionError.Code.missingPassword, .wrongPassword].map(\.rawValue)
    guard let error = result["error"], codes.contains(error["code"]?.text ?? "") else { return nil }
    let file = error["file"]?.text ?? error["input"]?.text ?? result["input"]?.text
    return file.map { FilePath($0) }
  }

  /// Why a job has failed; of several files it says which is meant.
  private static func fault(of job: Jobs.Job, _ result: JSONValue) -> String {
    let message = result["error"]?["message"]?.text ?? result["why"]?.text ?? ""
    guard let file = result["error"]?["file"]?.text ?? result["error"]?["input"]?.text,
      let name = FilePath(file).lastComponent?.string, !message.contains(name)
    else { return message }
    return "\(name): \(message)"
  }
}
