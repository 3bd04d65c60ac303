import Broker
import ConverterCore
import FairyLibrary
import SystemPackage

/// What was asked to be made of files, and what came of it.
///
/// Each job has a folder of the work folder with its results; when it has ended, `job.json` in it says how.
actor Jobs {
  struct Job: Sendable {
    let number: Int
    /// The request without its output, as the broker takes it.
    let request: [JSONValue.Member]
    /// What people call it: the name of the file.
    let name: String
    /// Of the result.
    let outputName: String
    /// In seconds since 1970.
    let begun: Int
    /// How much is done, 0…1, where that is known.
    var fraction: Double?
    /// The line of the result; `nil` while it is being done.
    var result: JSONValue?
    /// The number of the request at the broker.
    var requestNumber: Int?
    /// Whether it was cancelled before the broker knew it.
    var isCancelled = false

    var isDone: Bool { result?["status"]?.text == "done" }
    /// Whether its result is a folder.
    var isFolder: Bool { result?["to"]?.text == "public.folder" }
    /// The word for how it stands.
    var state: String {
      guard let result else { return "running" }
      if isDone { return "done" }
      return isCancelled || result["error"]?["code"]?.text == "interrupted" ? "cancelled" : "failed"
    }
    /// The paths of the results, as the broker knows them.
    var outputs: [FilePath] {
      let one = result?["output"]?.text.map { [$0] } ?? []
      let all = (result?["outputs"]?.elements ?? []).compactMap(\.text)
      return (all.isEmpty ? one : all).map { FilePath($0) }
    }
  }

  private let broker: BrokerConnection
  private let events: EventStream
  private let folder: FilePath
  private var jobs: [Int: Job] = [:]
  private var next = 1

  static let word = ".work/results"
  /// Older ones are forgotten, and their results deleted.
  private static let mostKept = 500

  /// - Parameter work: the work folder.
  init(_ broker: BrokerConnection, in work: FilePath, _ events: EventStream) {
    (self.broker, self.events) = (broker, events)
    folder = work.appending("results")
    for job in Self.earlier(in: folder) { jobs[job.number] = job }
    next = (jobs.keys.max() ?? 0) + 1
  }

  /// All, the newest first.
  var all: [Job] { jobs.values.sorted { $0.number > $1.number } }

  subscript(number: Int) -> Job? { jobs[number] }

  /// Begins a job.
  ///
  /// - Parameters:
  ///   - request: without its output.
  ///   - outputName: of the result, such as `a.jpg`.
  /// - Throws: `ConversionError` where its folder cannot be made.
  func begin(
    _ request: [JSONValue.Member], name: String, outputName: String
  ) throws(ConversionError) -> Int {
    let number = next
    next += 1
    let place = folder.appending("\(number)")
    do {
      try OpenFolder(path: folder).makeFolder(Array("\(number)".utf8), mode: 0o700)
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "could not be made: \(error)", file: place, cause: error)
    }
    jobs[number] = Job(
      number: number, request: request, name: name, outputName: outputName, begun: Clock.seconds)
    tell(number)
    let output = JSONValue.Member("output", .string("\(Self.word)/\(number)/\(outputName)"))
    let members = request + [output, .init("progress", .bool(true))]
    let broker = broker
    Task {
      let result = await broker.result(
        of: members,
        progressed: { fraction in Task { await self.progress(number, fraction) } },
        begun: { id in Task { await self.isKnown(number, as: id) } })
      self.end(number, result)
    }
    return number
  }

  /// Does a job once more that has failed.
  func again(_ job: Job) throws(ConversionError) -> Int {
    try begin(job.request, name: job.name, outputName: job.outputName)
  }

  /// Ends a job that is being done.
  func cancel(_ number: Int) {
    guard let job = jobs[number], job.result == nil else { return }
    jobs[number]?.isCancelled = true
    if let request = job.requestNumber { broker.cancel(request) }
  }

  /// Forgets a job that has ended, and deletes its results.
  func delete(_ number: Int) {
    guard jobs[number]?.result != nil else { return }
    forget(number)
    events.send("job", ["number": .integer(number), "state": .string("deleted")])
  }

  private func progress(_ number: Int, _ fraction: Double) {
    jobs[number]?.fraction = fraction
    tell(number, isPassing: true)
  }

  private func isKnown(_ number: Int, as request: Int) {
    jobs[number]?.requestNumber = request
    if jobs[number]?.isCancelled == true { broker.cancel(request) }
  }

  /// Tells pages how a job stands.
  private func tell(_ number: Int, isPassing: Bool = false) {
    guard let job = jobs[number] else { return }
    events.send(
      "job",
      [
        "number": .integer(number), "state": .string(job.state),
        "name": .string(job.outputs.first?.lastComponent?.string ?? job.name),
        "fraction": job.fraction.map { .number($0) } ?? .null,
      ], isPassing: isPassing)
  }

  private func forget(_ number: Int) {
    jobs[number] = nil
    try? OpenFolder(path: folder).removeTree("\(number)")
  }

  private func end(_ number: Int, _ result: JSONValue) {
    jobs[number]?.result = result
    guard let job = jobs[number] else { return }
    try? folder.appending("\(number)").appending(Self.recordName)
      .replaceFile(with: Array("\(job.record)\n".utf8))
    tell(number)
    forgetOldest()
  }

  private func forgetOldest() {
    let ended = jobs.values.filter { $0.result != nil }.sorted { $0.number < $1.number }
    guard jobs.count > Self.mostKept, let oldest = ended.first else { return }
    forget(oldest.number)
  }

  // MARK: What is kept

  private static let recordName = "job.json"
  private static let mostBytes = 1 << 22

  private static func earlier(in folder: FilePath) -> [Job] {
    guard let items = try? OpenFolder(path: folder).items() else { return [] }
    return items.compactMap { item in
      let name = String(decoding: item.name, as: UTF8.self)
      let path = folder.appending(name).appending(recordName)
      guard let number = Int(name), let file = try? InputFile(path: path),
        file.byteCount <= mostBytes, let bytes = try? file.contents(within: .standard),
        let json = try? JSONValue(parsing: bytes)
      else { return nil }
      return Job(number: number, record: json)
    }
  }
}

extension Jobs.Job {
  fileprivate var record: JSONValue {
    .object([
      .init("name", .string(name)), .init("outputName", .string(outputName)),
      .init("begun", .integer(begun)),
      .init("request", .object(request)), .init("result", result ?? .null),
    ])
  }

  fileprivate init?(number: Int, record: JSONValue) {
    guard let name = record["name"]?.text, let outputName = record["outputName"]?.text,
      let begun = record["begun"]?.int,
      let request = record["request"]?.members
    else { return nil }
    self.init(
      number: number, request: request, name: name, outputName: outputName, begun: begun)
    result = record["result"]
  }
}
