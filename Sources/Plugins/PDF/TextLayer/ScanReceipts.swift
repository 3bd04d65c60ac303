import ConverterCore
import PagedDocumentModel
import PictureModel

/// What scripts are told of each photo of a page that a document is made of.
struct ScanReceipts {
  private let document: PagedDocument

  init(_ document: PagedDocument) { self.document = document }

  /// What became of them; pages that are left out have no number.
  ///
  /// - Parameter readings: by the numbers of sources.
  func pages(_ readings: [Int: CodedPages.Reading]) -> [JSONValue] {
    scans.map { scan in
      let page = readings[scan.source]
      let turn = page?.turn ?? 0
      return scan.receipt(
        rotation: .integer((rotation(of: scan) + turn) % 360),
        further: [
          .init("words", page?.wordCount.map { .integer($0) } ?? .null),
          .init(
            "confidence",
            page?.confidence.map { .number(($0 * 1000).rounded() / 1000) } ?? .null),
        ])
    }
  }

  /// What would become of them: rotation is null where it will be as words are read.
  func plannedPages(_ options: PicturePageOptions) -> [JSONValue] {
    scans.map { scan in
      let facts = scan.picture.facts
      let isOpen = facts.scan?["rotation"]?.int == nil
      let size = PictureLayout(of: facts, options: options).page
      return scan.receipt(
        rotation: isOpen ? .null : .integer(rotation(of: scan) % 360),
        further: [
          .init("straightened", .array([.integer(facts.width), .integer(facts.height)])),
          // In millimetres.
          .init("pageSize", .array([size.width, size.height].map(Self.millimetres))),
          .init("textLayer", .bool(options.hasTextLayer)),
        ])
    }
  }

  private struct Scan {
    /// The numbers of its file and its source, from 0.
    let file: Int
    let source: Int
    let picture: Picture
    /// Where it is in the document, from 0.
    let position: Int?

    func receipt(rotation: JSONValue, further: [JSONValue.Member]) -> JSONValue {
      let known: [JSONValue.Member] =
        if case .object(let members)? = picture.facts.scan { members } else { [] }
      return .object(
        [
          .init("input", .integer(file)),
          .init("page", position.map { .integer($0 + 1) } ?? .null),
        ] + known.map { $0.key == "rotation" ? .init("rotation", rotation) : $0 } + further)
    }
  }

  private var scans: [Scan] {
    var file = -1
    var scans: [Scan] = []
    for (number, source) in document.sources.enumerated() {
      if !source.isContinuation { file = source.input ?? file + 1 }
      guard case .picture(let picture) = source.content, picture.facts.scan != nil else { continue }
      scans.append(
        Scan(
          file: file, source: number, picture: picture,
          position: document.pages.firstIndex { $0.source == number }))
    }
    return scans
  }

  /// As the scan and the document say, before words are read.
  private func rotation(of scan: Scan) -> Int {
    let turn = scan.position.map { document.pages[$0].rotation } ?? 0
    return turn + (scan.picture.facts.scan?["rotation"]?.int ?? 0)
  }

  private static func millimetres(_ points: Double) -> JSONValue {
    .number((points / 72 * 254).rounded() / 10)
  }
}
