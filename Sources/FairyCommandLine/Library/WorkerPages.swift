import ConverterCore
import FairyLibrary
import PageScanPlugin
import PictureModel
import Runner
import Scanning
import SystemPackage

/// Makes pages and PDFs of a library in sealed workers.
struct WorkerPages: PageMaker {
  let runs: WorkerRuns
  let limits: Limits

  /// How much of a page's JPEG is kept, and how large a thumbnail is at most.
  private static let pageQuality = 0.92
  private static let thumbnailSide = 512

  func pages(
    of files: [FilePath], _ options: LookOptions
  ) throws(ConversionError) -> [[FoundPage]] {
    var settings = [
      "scan": "page", ScanSettings.record.key: "true",
      ScanSettings.filter.key: options.filter.rawValue,
    ]
    if !options.crops { settings[ScanSettings.corners.key] = "none" }
    if options.splits { settings[ScanSettings.split.key] = "true" }
    var requests: [Request] = []
    for file in files { requests.append(try request(file, to: "pdf", settings, at: .memory)) }
    var found: [[FoundPage]] = []
    for (file, outcome) in zip(files, try runs.results(of: requests, isDryRun: true)) {
      found.append(try Self.pages(of: outcome, file))
    }
    return found
  }

  private static func pages(
    of outcome: Outcome, _ file: FilePath
  ) throws(ConversionError) -> [FoundPage] {
    let records = (outcome.receipt?["pages"]?.elements ?? []).compactMap { $0["record"] }
    guard !records.isEmpty else {
      let what = outcome.source?.nameWithArticle ?? "no picture"
      throw ConversionError(
        .unsupportedContent, "is \(what), and pages of a document are made of pictures", file: file)
    }
    var pages: [FoundPage] = []
    for record in records {
      let page = try ScannedPage(record: record)
      // The two of an open book are of one picture.
      let isSecond = page.half == .right
      pages.append(FoundPage(number: max(1, pages.count + (isSecond ? 0 : 1)), page: page))
    }
    return pages
  }

  func makePicture(of page: PageSource, at picture: FilePath) throws(ConversionError) -> ScannedPage
  {
    let isExact = picture.extension == "png"
    var settings = Self.settings(of: [page])
    settings[ScanSettings.record.key] = "true"
    var request = try request(
      page.file, to: isExact ? "png" : "jpeg", settings, at: .file(picture))
    if page.number > 1 { request.options.pages = try PageRanges(parsing: "\(page.number)") }
    if !isExact { request.options.quality = Quality(Self.pageQuality) }
    let outcome = try runs.results(of: [request])[0]
    guard let record = outcome.receipt?["pages"]?.elements?.first?["record"] else {
      throw ConversionError(
        .internalError, "nothing is known of a page that was made", file: page.file)
    }
    return try ScannedPage(record: record)
  }

  func makeThumbnail(of picture: FilePath, at thumbnail: FilePath) throws(ConversionError) {
    var request = try request(picture, to: "jpeg", [:], at: .file(thumbnail))
    request.options.resize = try ResizeGeometry(parsing: "\(Self.thumbnailSide)")
    _ = try runs.results(of: [request])
  }

  func makeDocument(
    of pages: [PageSource], _ form: DocumentForm, title: String, at document: FilePath
  ) throws(ConversionError) {
    guard let first = pages.first else { return }
    var settings = Self.settings(of: pages)
    settings["text-layer"] = "missing"
    settings["page"] = TypedValue.pageSetting(form.pageSize)
    settings["preset"] = form.preset
    settings["languages"] = form.languages
    var request = try request(first.file, to: "pdf", settings, at: .file(document))
    request.purpose = .merge(pages.dropFirst().map { .file($0.file) })
    for (index, page) in pages.enumerated() where page.number > 1 {
      request.inputPages[index] = try PageRanges(parsing: "\(page.number)")
    }
    _ = try runs.results(of: [request])
  }

  func words(of document: FilePath, pageCount: Int) throws(ConversionError) -> [JSONValue] {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let file = folder.path.appending("words.json")
    do throws(ConversionError) {
      _ = try runs.results(of: [try request(document, to: "json", [:], at: .file(file))])
    } catch  where error.code == .unsupportedContent {
      // A page may have none: a drawing, a photo.
      return []
    }
    let input = try InputFile(path: file)
    let text = try JSONValue(parsing: try input.read(at: 0, count: input.byteCount))
    return (text["pages"]?.elements ?? []).map { .object([.init("pages", .array([$0]))]) }
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

  /// How pages are made that were found before.
  private static func settings(of pages: [PageSource]) -> [String: String] {
    let records = JSONValue.array(pages.map(\.page.record))
    return ["scan": "page", ScanSettings.pages.key: records.description]
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
