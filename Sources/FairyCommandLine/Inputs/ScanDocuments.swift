import ConverterCore
import Runner
import SystemPackage

/// The documents that a batch becomes, divided by its separator sheets.
struct ScanDocuments {
  /// Files of one document, with the pages of them that belong to it; `nil` for all.
  struct Document: Equatable {
    var parts: [(input: Request.Input, pages: PageRanges?)] = []

    static func == (one: Self, other: Self) -> Bool {
      one.parts.map(\.input) == other.parts.map(\.input)
        && one.parts.map(\.pages) == other.parts.map(\.pages)
    }
  }

  /// A sheet that is left out.
  struct Sheet: Equatable {
    let input: Request.Input
    let page: SeparatedPage
    /// Whether its file has others.
    let isOneOfSeveral: Bool
  }

  private(set) var all: [Document] = []
  private(set) var separators: [Sheet] = []
  /// Documents of blank pages alone, which are left out where these are.
  private(set) var blanks = 0
  private var pending = Pending()

  private struct Pending {
    var document = Document()
    var hasWriting = false
  }

  /// One document of all.
  init(undivided inputs: [Request.Input]) {
    all = [Document(parts: inputs.map { ($0, nil) })]
  }

  /// - Parameters:
  ///   - inputs: in their order.
  ///   - pages: of each; `nil` where nothing is known of it.
  init(
    _ inputs: [Request.Input], _ pages: [[SeparatedPage]?]
  ) throws(ConversionError) {
    for (input, pages) in zip(inputs, pages) {
      guard let pages else {
        pending.document.parts.append((input, nil))
        pending.hasWriting = true
        continue
      }
      for run in pages.dividedAtSeparators {
        try add(run.pages, of: input, isAll: run.pages.count == pages.count)
        guard let separator = run.end else { continue }
        separators.append(Sheet(input: input, page: separator, isOneOfSeveral: pages.count > 1))
        endDocument()
      }
    }
    endDocument()
  }

  private mutating func add(
    _ pages: [SeparatedPage], of input: Request.Input, isAll: Bool
  ) throws(ConversionError) {
    guard !pages.isEmpty else { return }
    let chosen = isAll ? nil : try PageRanges(parsing: Self.ranges(pages.map(\.number)))
    pending.document.parts.append((input, chosen))
    if pages.contains(where: { !$0.isBlank }) { pending.hasWriting = true }
  }

  /// Separator sheets that follow each other, and those at the ends, make no document.
  private mutating func endDocument() {
    defer { pending = Pending() }
    guard !pending.document.parts.isEmpty else { return }
    if pending.hasWriting { all.append(pending.document) } else { blanks += 1 }
  }

  /// `1-3,5`.
  static func ranges(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, number == last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// The path of a document: `out.pdf` where there is one alone, else `out-1.pdf`, with as many digits as the last one
  /// has, so that files are listed in order.
  func path(of index: Int) -> (FilePath) -> FilePath {
    { path(of: index, base: $0) }
  }

  func path(of index: Int, base: FilePath) -> FilePath {
    guard all.count > 1 else { return base }
    let digits = "\(all.count)".count - "\(index + 1)".count
    return base.suffixed(String(repeating: "0", count: digits) + "\(index + 1)")
  }
}

extension ScanDocuments.Document {
  /// The request for it, of one that has all but its inputs and its output.
  func request(like template: Request, output: OutputFile.Destination) -> Request {
    var request = template
    guard let first = parts.first else { return request }
    request.input = first.input
    request.output = output
    request.purpose = .merge(parts.dropFirst().map(\.input))
    request.inputPages = [:]
    for (index, part) in parts.enumerated() { request.inputPages[index] = part.pages }
    return request
  }
}

extension [SeparatedPage] {
  /// Pages between others, with the one that ends each run; the last run has none.
  fileprivate var dividedAtSeparators: [(pages: [SeparatedPage], end: SeparatedPage?)] {
    var runs: [(pages: [SeparatedPage], end: SeparatedPage?)] = []
    var run: [SeparatedPage] = []
    for page in self {
      if page.separator == nil {
        run.append(page)
      } else {
        runs.append((run, page))
        run = []
      }
    }
    return runs + [(run, nil)]
  }
}
