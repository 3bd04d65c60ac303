public import ConverterCore
public import Scanning
public import SystemPackage

/// Makes pages and PDFs of a library by requests to whoever reads files.
public struct RequestedPages<Work: PageWork>: PageMaker {
  private let work: Work

  /// How much of a page's JPEG is kept.
  private static var pageQuality: Double { 0.92 }
  /// How large a thumbnail is at most, in pixels.
  private static var thumbnailSide: Int { 512 }

  public init(_ work: Work) { self.work = work }

  public func pages(
    of files: [FilePath], _ options: LookOptions
  ) throws(ConversionError) -> [[FoundPage]] {
    var settings = [
      PageSettings.scan: "page", PageSettings.record: "true",
      PageSettings.filter: options.filter.rawValue,
    ]
    if !options.crops { settings[PageSettings.corners] = "none" }
    if options.splits { settings[PageSettings.split] = "true" }
    let requests = files.map { PageRequest([$0], to: "pdf", settings) }
    var found: [[FoundPage]] = []
    for (file, foreseen) in zip(files, try work.foresee(requests)) {
      found.append(try Self.pages(of: foreseen.receipt, file, foreseen.kind))
    }
    return found
  }

  private static func pages(
    of receipt: JSONValue?, _ file: FilePath, _ kind: String?
  ) throws(ConversionError) -> [FoundPage] {
    let records = Self.records(in: receipt)
    guard !records.isEmpty else {
      throw ConversionError(
        .unsupportedContent,
        "is \(kind ?? "no picture"), and pages of a document are made of pictures", file: file)
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

  public func makePicture(
    of page: PageSource, at picture: FilePath
  ) throws(ConversionError) -> ScannedPage {
    let isExact = picture.extension == "png"
    let request = Self.picture(
      of: page, as: isExact ? "png" : "jpeg", quality: isExact ? nil : Self.pageQuality)
    guard let record = Self.records(in: try work.make(request, at: picture)).first else {
      throw ConversionError(
        .internalError, "nothing is known of a page that was made", file: page.file)
    }
    return try ScannedPage(record: record)
  }

  /// The request for a picture of a page.
  ///
  /// - Parameters:
  ///   - page: where it is, and what is to be done to it.
  ///   - type: `jpeg` or `png`.
  ///   - quality: of a JPEG, 0…1; `nil` for the usual one.
  ///   - side: the longest side in pixels; `nil` for all pixels that there are.
  public static func picture(
    of page: PageSource, as type: String, quality: Double?, side: Int? = nil
  ) -> PageRequest {
    var settings = settings(of: [page])
    settings[PageSettings.record] = "true"
    return PageRequest(
      [page.file], pages: [page.number > 1 ? page.number : 0], to: type, settings,
      quality: quality, resize: side.map { "\($0)" })
  }

  public func makeThumbnail(
    of picture: FilePath, at thumbnail: FilePath
  ) throws(ConversionError) {
    let request = PageRequest([picture], to: "jpeg", [:], resize: "\(Self.thumbnailSide)")
    _ = try work.make(request, at: thumbnail)
  }

  public func makeDocument(
    of pages: [PageSource], _ form: DocumentForm, title: String, at document: FilePath
  ) throws(ConversionError) {
    guard !pages.isEmpty else { return }
    _ = try work.make(Self.document(of: pages, form), at: document)
  }

  /// The request for the PDF of pages, in which words can be searched.
  public static func document(of pages: [PageSource], _ form: DocumentForm) -> PageRequest {
    var settings = settings(of: pages)
    settings["text-layer"] = "missing"
    settings["page"] = form.pageSize == "image" ? "fit" : form.pageSize
    settings["preset"] = form.preset
    settings["languages"] = form.languages
    return PageRequest(
      pages.map(\.file), pages: pages.map { $0.number > 1 ? $0.number : 0 }, to: "pdf", settings)
  }

  public func words(
    of document: FilePath, pageCount: Int
  ) throws(ConversionError) -> [JSONValue] {
    let text: JSONValue
    do throws(ConversionError) {
      text = try work.json(PageRequest([document], to: "json", [:]))
    } catch  where error.code == .unsupportedContent {
      // A page may have none: a drawing, a photo.
      return []
    }
    return (text["pages"]?.elements ?? []).map { .object([.init("pages", .array([$0]))]) }
  }

  /// How pages are made that were found before.
  private static func settings(of pages: [PageSource]) -> [String: String] {
    let records = JSONValue.array(pages.map(\.page.record))
    return [PageSettings.scan: "page", PageSettings.pages: records.description]
  }

  private static func records(in receipt: JSONValue?) -> [JSONValue] {
    (receipt?["pages"]?.elements ?? []).compactMap { $0["record"] }
  }
}

/// The options of scans that requests for pages set.
private enum PageSettings {
  static let scan = "scan"
  static let record = "scan-record"
  static let filter = "scan-filter"
  static let corners = "scan-corners"
  static let split = "scan-split"
  static let pages = "scan-pages"
}
