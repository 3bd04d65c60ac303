import ConverterCore
import Scanning

/// What is said of scanned pages in the ledger, and what is known of all of them.
struct ScanNotes {
  let settings: ScanSettings
  /// Pictures that are pages.
  var count = 0
  private(set) var blanks = 0
  /// The pictures in which no page was found, and the score of the best candidate of each.
  private var unfound: [(name: String?, score: Double?)] = []

  init(_ settings: ScanSettings) { self.settings = settings }

  /// - Parameter name: of the picture's file, where there are several.
  mutating func note(
    _ result: PageScanner.Result, named name: String?, in context: ConversionContext
  ) {
    count += 1
    warn(of: result.doubts, result.pages[0], named: name ?? "the picture", in: context)
    noteSplit(result, named: name, in: context)
    for page in result.pages {
      note(page, named: name, isFresh: result.isFresh, in: context)
      guard page.isBlank == true else { continue }
      blanks += 1
      let side = page.half.map { ", \($0.rawValue) page" } ?? ""
      context.note("blank", .dropped, why: "\(name ?? "the page")\(side): nothing is written on it")
    }
    let heights = result.pages.compactMap(\.bend?.height)
    for (height, gain) in zip(heights, result.gains) {
      context.note(
        "bend", .changed,
        why:
          "lines bent by \(Self.decimal(100 * height)) % of the page's height are made straight, "
          + "and told \(Self.decimal(gain)) times as clearly")
    }
    for reason in result.unbent {
      context.note("bend", .kept, why: "\(name.map { "\($0): " } ?? "")\(reason)")
    }
  }

  private func warn(
    of doubts: PhotoDoubts, _ page: ScannedPage, named name: String, in context: ConversionContext
  ) {
    // What is no paper may be as dark as it likes.
    if doubts.isDark, page.isFound || page.filter != .photo {
      let why =
        "paper has \(Int((doubts.lightness * 100).rounded())) % of white, and with less than "
        + "\(Int(PhotoDoubts.darkest * 100)) % words are misread"
      context.warn(
        PartWarning(
          "dark", of: name, at: count, severity: -doubts.lightness, "\(name) is dark: its \(why)"
        ) { "\($0.count) pictures are dark (\($0.names)): in the darkest, \(name), \(why)" })
    }
    if !doubts.beyond.isEmpty, settings.looksForPage {
      let edges = doubts.beyond.map(\.rawValue).joined(separator: ", ")
      context.warn(
        PartWarning(
          "beyond the edge", of: name, at: count,
          "the page in \(name) reaches the edge of the picture (\(edges)): it may be cut off there"
        ) {
          "\($0.count) pages reach the edges of their pictures (\($0.names)): they may be cut off there"
        })
    }
    if let other = doubts.other {
      let size = Point(Double(page.sourceWidth), Double(page.sourceHeight))
      let corners = other.corners.scaled(by: size).corners
        .map { "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" }.joined(separator: ",")
      context.warn(
        PartWarning(
          "another page", of: name, at: count,
          "\(name) shows another page (score \(Self.tenths(other.score))), which is left out: scan the picture by "
            + "itself with --corners \(corners) for that one"
        ) {
          "\($0.count) pictures show another page (\($0.names)), which is left out: fairy why tells where it is, and "
            + "--corners takes it"
        })
    }
  }

  /// Says by how many degrees a page was turned clockwise, if at all.
  static func note(turn degrees: Int, in context: ConversionContext) {
    guard degrees != 0 else { return }
    context.note(
      "rotation", .changed, why: "turned by \(degrees)° clockwise, so that letters stand upright")
  }

  /// Says in which pictures no page was found, and what made no difference to any page.
  func finish(in context: ConversionContext) {
    warnOfUnfound(in: context)
    if settings.dropsBlanks, count > 0, blanks == 0 {
      context.noteUnused(ScanSettings.dropBlank, why: "something is written on every page")
    }
  }

  private func warnOfUnfound(in context: ConversionContext) {
    let enough = "\(Self.decimal(PageDetector.threshold)) is enough"
    for (position, (name, score)) in unfound.enumerated() {
      // What is not enough does not look as if it were.
      let best = score.map { Self.tenths(min($0, PageDetector.threshold - 0.1)) }
      let why =
        best.map { "the best candidate scores \($0), and \(enough)" } ?? "nothing in it is like one"
      let name = name ?? "it"
      context.warn(
        PartWarning(
          "no page", of: name, at: position, severity: score ?? 0,
          "no page was found in \(name) (\(why)): the whole picture was taken"
        ) { [count] in
          let best = best.map { "; the best candidate scores \($0), and \(enough)" } ?? ""
          return "no page was found in \($0.count) of \(count) pictures (\($0.names)\(best)): "
            + "the whole pictures were taken; --no-crop says that they are pages"
        })
    }
  }

  /// - Parameter count: of pages, none of which is left.
  static func allBlank(_ count: Int) -> ConversionError {
    ConversionError(
      .unsupportedContent,
      "\(count == 1 ? "nothing is written on its page" : "nothing is written on any of its \(count) pages")"
        + ": no page is left; without --drop-blank blank pages are kept")
  }

  private mutating func noteSplit(
    _ result: PageScanner.Result, named name: String?, in context: ConversionContext
  ) {
    guard settings.splits else { return }
    if let depth = result.gutterDepth {
      context.note(
        "split", .changed,
        why:
          "an open book becomes two pages: it is \(Self.decimal(100 * depth)) % darker between them"
      )
    } else if result.pages.allSatisfy({ $0.half == nil }) {
      context.note("split", .kept, why: "\(name ?? "it") is one page: no gutter was found")
    }
  }

  private mutating func note(
    _ page: ScannedPage, named name: String?, isFresh: Bool, in context: ConversionContext
  ) {
    let size = "\(page.width)×\(page.height) pixels"
    if page.isFound {
      let score = page.score.map { ", score \(Self.tenths($0))" } ?? ""
      context.note("scan", .changed, why: "the page in it becomes the picture: \(size)\(score)")
    } else {
      let whole = page.half.map { "the \($0.rawValue) half of the picture" } ?? "the whole picture"
      context.note("scan", .changed, why: "\(whole) is the page: \(size)")
      // The halves of a book are one picture.
      if isFresh, settings.looksForPage, page.half != .right { unfound.append((name, page.score)) }
    }
    if page.skew != 0 {
      context.note(
        "skew", .changed, why: "turned by \(Self.decimal(page.skew))° so that lines are level")
    }
    switch page.filter {
    case .photo: break
    case .bw: context.note("light", .changed, why: "black and white, by a threshold for each place")
    case .gray: context.note("light", .changed, why: "made even, without colours")
    case .color, .auto: context.note("light", .changed, why: "made even, so that paper is white")
    }
  }

  /// A score, as `fairy why` and `--json` have it.
  private static func tenths(_ score: Double) -> String { decimal((score * 10).rounded() / 10) }

  /// With two decimals at most.
  private static func decimal(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
