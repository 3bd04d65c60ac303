import ConverterCore
import PictureModel
import Runner
import Scanning

/// What may be a page of paper in a picture, and what speaks for each: the answer to why `fairy scan` takes what it
/// takes.
struct PageCandidates {
  /// How many are shown.
  private static let most = 3
  /// A candidate with less than this is not worth a look: most pictures have some.
  private static let worthShowing = 9.0

  private let candidates: [PageDetection]
  private let size: Point

  /// - Returns: `nil` for what is no picture, or one that cannot be decoded.
  init?(
    in file: InputFile, _ type: ContentType, _ converter: Converter, _ context: ConversionContext
  ) {
    guard converter.catalog.type(type.id, conformsTo: "public.image"),
      let reader = converter.registry.reader(for: type.id, in: converter.catalog)
        as? any Reader<Picture>,
      let picture = try? reader.read(file, type: type.id, in: context),
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

  func lines(_ style: Style) -> [String] {
    let needed = "\(PageDetector.threshold) is enough"
    guard let best = candidates.first, best.score >= Self.worthShowing else {
      let score = candidates.first.map {
        ": the best candidate scores \($0.score.tenths), and \(needed)"
      }
      return ["  no page of paper for fairy scan\(score ?? ": it has no edges")"]
    }
    return ["  pages of paper in it, for fairy scan (\(needed)):"]
      + candidates.filter { $0.score >= Self.worthShowing }.flatMap { lines(of: $0, style) }
  }

  private func lines(of candidate: PageDetection, _ style: Style) -> [String] {
    let places = corners(of: candidate).map { "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" }
    let score = "\(candidate.score.tenths)"
    let reasons = candidate.reasons.sorted { abs($0.contribution) > abs($1.contribution) }
      .prefix(5).map { reason in
        let sign = reason.contribution < 0 ? "−" : "+"
        return "\(reason.name) \(sign)\(abs(reason.contribution).tenths)"
      }
    let isEnough = candidate.score >= PageDetector.threshold
    return [
      "    \(isEnough ? style.strong(score) : score)  corners \(places.joined(separator: " "))",
      "      " + reasons.joined(separator: ", "),
    ]
  }

  private func corners(of candidate: PageDetection) -> [Point] {
    candidate.corners.scaled(by: size).corners
  }
}

extension Double {
  fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}
