import ConverterCore
import PagedDocumentModel
import PictureModel

/// How a picture becomes a page.
struct PicturePageOptions: Sendable {
  enum Paper: String, Sendable, CaseIterable {
    /// As large as the picture.
    case fit
    case a4 = "A4"
    case letter

    /// In points, upright.
    var size: PageSize? {
      switch self {
      case .fit: nil
      case .a4: PageSize(width: 595.27559, height: 841.88976)
      case .letter: PageSize(width: 612, height: 792)
      }
    }
  }

  var paper = Paper.fit
  /// What stays free on each side, in points.
  var margin = 0.0
  /// Of pictures that have to be coded anew; `nil` keeps what is lossless so, and takes 0.9 for others.
  var quality: Quality?
  var metadata = ConversionOptions.MetadataPolicy.keep

  static let paperOption = OptionDescriptor(
    "page", .choice(Paper.allCases.map(\.rawValue)), default: Paper.fit.rawValue,
    help:
      "size of the page that a picture becomes: the picture's own, or paper that it is fitted to")
  static let marginOption = OptionDescriptor(
    "margin", .integer(0...1000), default: "0",
    help: "what stays free around a picture on its page, in points (72 make an inch)")

  init() {}

  /// - Throws: `usage`.
  init(_ options: ConversionOptions) throws(ConversionError) {
    paper = Paper(rawValue: try options.value(of: Self.paperOption)) ?? .fit
    margin = Double(try options.value(of: Self.marginOption)) ?? 0
    quality = options.quality
    metadata = options.metadata
  }
}

/// Where on its page a picture is, in points.
struct PictureLayout {
  let page: PageSize
  let picture: PageBox

  /// What is taken where a file does not tell: as other programs that make PDF of pictures do.
  static let usualDPI = 96.0
  /// A page is no larger and no smaller (ISO 32000-1, annex C.2).
  private static let sides = 3.0...14400.0

  init(of facts: PictureFacts, options: PicturePageOptions) {
    let natural = Self.naturalSize(of: facts)
    var margin = options.margin
    guard var paper = options.paper.size else {
      margin = min(margin, (Self.sides.upperBound - max(natural.width, natural.height)) / 2)
      page = PageSize(width: natural.width + 2 * margin, height: natural.height + 2 * margin)
      picture = PageBox(
        left: margin, bottom: margin, width: natural.width, height: natural.height)
      return
    }
    if natural.width > natural.height { paper = PageSize(width: paper.height, height: paper.width) }
    // Some of the paper is always left for the picture.
    margin = min(margin, min(paper.width, paper.height) / 2 - 36)
    let scale = min(
      (paper.width - 2 * margin) / natural.width, (paper.height - 2 * margin) / natural.height)
    let (width, height) = (natural.width * scale, natural.height * scale)
    page = paper
    picture = PageBox(
      left: (paper.width - width) / 2, bottom: (paper.height - height) / 2, width: width,
      height: height)
  }

  /// By the picture's own density.
  static func naturalSize(of facts: PictureFacts) -> PageSize {
    var (x, y) = facts.metadata.dotsPerInch ?? (usualDPI, usualDPI)
    if facts.storedOrientation.swapsSides { (x, y) = (y, x) }
    if !(x.isFinite && y.isFinite && x >= 1 && y >= 1) { (x, y) = (usualDPI, usualDPI) }
    let (width, height) = (Double(facts.width) * 72 / x, Double(facts.height) * 72 / y)
    let scale = min(1, sides.upperBound / max(width, height))
    return PageSize(
      width: max(sides.lowerBound, width * scale), height: max(sides.lowerBound, height * scale))
  }
}
