import ConverterCore
import FairyLibrary
import PictureModel
import Runner
import SystemPackage

/// Does what makes pages of a library in sealed workers.
struct WorkerPages: PageWork {
  let runs: WorkerRuns
  let limits: Limits

  func foresee(
    _ requests: [PageRequest]
  ) throws(ConversionError) -> [(receipt: JSONValue?, kind: String?)] {
    var own: [Request] = []
    for wanted in requests { own.append(try request(wanted, at: .memory)) }
    return try runs.results(of: own, isDryRun: true).map {
      ($0.receipt, $0.source?.nameWithArticle)
    }
  }

  func make(_ wanted: PageRequest, at path: FilePath) throws(ConversionError) -> JSONValue? {
    try runs.results(of: [try request(wanted, at: .file(path))])[0].receipt
  }

  func json(_ wanted: PageRequest) throws(ConversionError) -> JSONValue {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let file = folder.path.appending("result.json")
    _ = try make(wanted, at: file)
    let input = try InputFile(path: file)
    return try JSONValue(parsing: try input.read(at: 0, count: input.byteCount))
  }

  /// Makes a copy of a PDF that says no more than its pages show: no title, no dates, no program.
  func makeBareCopy(
    of document: FilePath, at copy: FilePath, conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) {
    var request = try request(document, to: "pdf", ["preset": "none"], at: .file(copy))
    (request.purpose, request.conflict) = (.compress, conflict)
    request.options.metadata = .none
    _ = try runs.results(of: [request])
  }

  private func request(
    _ wanted: PageRequest, at output: OutputFile.Destination
  ) throws(ConversionError) -> Request {
    var request = try request(wanted.files[0], to: wanted.type, wanted.settings, at: output)
    request.options.quality = wanted.quality.flatMap { Quality($0) }
    request.options.resize = try wanted.resize.map { (text) throws(ConversionError) in
      try ResizeGeometry(parsing: text)
    }
    let isDocument = wanted.type == "pdf" && output != .memory
    if isDocument { request.purpose = .merge(wanted.files.dropFirst().map { .file($0) }) }
    for (index, page) in wanted.pages.enumerated() where page > 0 {
      let ranges = try PageRanges(parsing: "\(page)")
      if isDocument { request.inputPages[index] = ranges } else { request.options.pages = ranges }
    }
    return request
  }

  private func request(
    _ file: FilePath, to type: String, _ settings: [String: String],
    at output: OutputFile.Destination
  ) throws(ConversionError) -> Request {
    var options = ConversionOptions()
    options.settings = settings
    return Request(
      input: .file(file), target: try .named(type, in: .builtin), output: output,
      conflict: .overwrite, keepsTimes: false, options: options, limits: limits)
  }
}
