import ConverterCore
import PictureModel
import Runner
import Scanning

/// What may be a page of paper in a picture, and what speaks for each: the answer to why `fairy scan` takes what it
/// takes.
struct PageCandidates {
  /// How many are shown.
  private static let most = 3

  private let candidates: [PageDetection]
  private let size: Point

  /// - Returns: `nil` for what is no picture, or one that cannot be decoded.
  init?(
    in file: InputFile, _ type: ContentType, _ converter: Converter, _ context: ConversionContext
  ) {
    guard converter.catalog.type(type.id, conformsTo: "public.image"),
      let reader = converter.registry.reader(for: type.id, in: converter.catalog)
        as? any Reader<Picture>,
      let picture = try? reader.read(file, type: type.id, in: ReadingContext(context)),
      let found = try? PageScanner().candidates(in: picture, most: Self.most, context)
    else { return nil }
    candidates = found
    size = Point(Double(picture.facts.width), Double(picture.facts.height))
  }

  var json: JSONValue {
    .array(
      candidates.map { candidate in
        .object([
          .init("score", .number(candidate.score.tenths)),
          .init("enough", .bool(candidate.score >= PageDetector.threshold)),
          .init(
            "corners",
            .array(
              corners(of: candidate).map { .array([.number($0.x.tenths), .number($0.y.tenths)]) })),
          .init(
            "reasons",
            .object(
              candidate.reasons.map {
                .init($0.name, .number(($0.contribution * 100).rounded() / 100))
              })),
        ])
      })
  }

  /// - Parameter width: the columns that there are; `nil` where lines may have any length.
  func lines(_ style: Style, width: Int?) -> [String] {
    let needed = "\(PageDetector.threshold.tenthsText) is enough"
    guard let best = candidates.first, best.score >= PageDetector.worthShowing else {
      let score = candidates.first.map {
        ": the best candidate scores \($0.score.tenthsText), and \(needed)"
      }
      return LabelledLines.lines(
        "no page of paper for fairy scan\(score ?? ": nothing in it is like one")", indent: 2,
        width: width)
    }
    let shown = candidates.filter { $0.score >= PageDetector.worthShowing }
    let heading = LabelledLines.lines(
      "pages of paper in it, for fairy scan (\(needed)):", indent: 2, width: width)
    let rows = shown.enumerated().flatMap { index, candidate in
      lines(of: candidate, isFirst: index == 0, style, width: width)
    }
    let hint =
      "corners in pixels, clockwise from the paper's top left; fairy open --as page draws them"
    return heading + rows + LabelledLines.lines(hint, indent: 2, width: width).map(style.quiet)
  }

  /// Its score, what becomes of it, its corners, and what counts most for it or against it.
  private func lines(
    of candidate: PageDetection, isFirst: Bool, _ style: Style, width: Int?
  ) -> [String] {
    let places = corners(of: candidate).map { "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" }
    let score = candidate.score.tenthsText
    let isTaken = isFirst && candidate.score >= PageDetector.threshold
    let decision = isTaken ? "taken, " : isFirst ? "not enough, " : ""
    let layout = LabelledLines(labels: ["  " + score], width: width)
    return layout.lines(
      "  " + score, "\(decision)corners " + places.joined(separator: " "),
      styledLabel: { isTaken ? style.strong($0) : $0 })
      + layout.lines("", Self.reasons(of: candidate))
  }

  /// The five that count most, and the sum of the rest.
  private static func reasons(of candidate: PageDetection) -> String {
    let sorted = candidate.reasons.sorted { abs($0.contribution) > abs($1.contribution) }
    let rest = sorted.dropFirst(5)
    let sum = rest.reduce(0) { $0 + $1.contribution }
    return
      (sorted.prefix(5).map { "\($0.name) \(signed($0.contribution))" }
      + (rest.isEmpty ? [] : ["\(rest.count) others \(signed(sum))"])).joined(separator: ", ")
  }

  private static func signed(_ number: Double) -> String {
    "\(number < 0 ? "−" : "+")\(abs(number).tenthsText)"
  }

  private func corners(of candidate: PageDetection) -> [Point] {
    candidate.corners.scaled(by: size).corners
  }
}

extension Double {
  fileprivate var tenths: Double { (self * 10).rounded() / 10 }
  /// Without a decimal where it is 0.
  fileprivate var tenthsText: String {
    tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
