package import ConverterCore
import PDFObjects
package import PagedDocumentModel
import PictureModel

/// How a picture becomes a page.
struct PicturePageOptions: Sendable {
  /// In points, upright; `nil` makes the page as large as the picture.
  var paper: PageSize?
  /// What stays free on each side, in points.
  var margin = 0.0
  /// Of pictures that have to be coded anew; `nil` keeps what is lossless so, and takes 0.9 for others.
  var quality: Quality?
  var metadata = ConversionOptions.MetadataPolicy.keep
  /// Whether words in pictures are recognised, to be searched and copied.
  var textLayer = PageLayers.Kind.none
  var hasTextLayer: Bool { textLayer != .none }
  var coding = Coding.jpeg
  /// How small pictures become that have to be coded anew; `nil` where they keep their pixels.
  var level: CompressionLevel?

  /// The same with each picture as one.
  var withoutLayers: PicturePageOptions {
    var options = self
    options.coding = .jpeg
    return options
  }

  /// How scans in colour and gray are coded.
  enum Coding: String, CaseIterable {
    /// Ink and paper apart, where that is smaller and looks the same.
    case layers
    /// As one picture.
    case jpeg
  }

  static let textLayerOption = OptionDescriptor(
    "text-layer", .choice(PageLayers.Kind.allCases.map(\.rawValue)), default: "none",
    help:
      "missing: words in pictures that become pages, and in pages of scans, are recognised, so that they can be "
      + "searched; redo: also where they were before")
  static let paperOption = OptionDescriptor(
    "page", .text("fit|A0…A6|letter|legal|WIDTHxHEIGHTmm"), default: "fit",
    help:
      "size of the page that a picture becomes: the picture's own, or paper that it is fitted to")
  static let marginOption = OptionDescriptor(
    "margin", .integer(0...1000), default: "0",
    help: "what stays free around a picture on its page, in points (72 make an inch)")

  static let codingOption = OptionDescriptor(
    "page-coding", .choice(Coding.allCases.map(\.rawValue)), default: "jpeg",
    help:
      "of scanned pages in colour or gray: as one JPEG, or in layers: ink and paper apart where that is smaller and "
      + "looks the same, and -q is below 0.9")

  init() {}

  /// - Throws: `usage`.
  init(_ options: ConversionOptions) throws(ConversionError) {
    paper = try PageSize(paper: try options.value(of: Self.paperOption))
    margin = Double(try options.value(of: Self.marginOption)) ?? 0
    quality = options.quality
    metadata = options.metadata
    textLayer = PageLayers.Kind(rawValue: try options.value(of: Self.textLayerOption)) ?? .none
    coding = Coding(rawValue: try options.value(of: Self.codingOption)) ?? .jpeg
  }
}

extension PageSize {
  /// Reads `A4`, `letter`, `legal` or `210x297mm`; `nil` for `fit`.
  ///
  /// - Throws: `usage`.
  package init?(paper text: String) throws(ConversionError) {
    let word = text.lowercased()
    if word == "fit" { return nil }
    if let inches = ["letter": (8.5, 11.0), "legal": (8.5, 14.0)][word] {
      self.init(width: inches.0 * 72, height: inches.1 * 72)
      return
    }
    var sides = Self.isoA[word] ?? (0, 0)
    let parts = word.hasSuffix("mm") ? word.dropLast(2).split(separator: "x") : []
    if parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) {
      sides = (width, height)
    }
    // Annex C.2 of ISO 32000-1 has no page beyond; nothing can be fitted to less.
    guard (10...5080).contains(sides.0), (10...5080).contains(sides.1) else {
      throw ConversionError(
        .usage,
        "--set page=\(text.printable) is no size of paper: use fit, A0 to A6, letter, legal, or "
          + "millimetres from 10 to 5080: 210x297mm")
    }
    self.init(width: sides.0 / 25.4 * 72, height: sides.1 / 25.4 * 72)
  }

  /// In millimetres (ISO 216).
  private static let isoA: [String: (Double, Double)] = [
    "a0": (841, 1189), "a1": (594, 841), "a2": (420, 594), "a3": (297, 420), "a4": (210, 297),
    "a5": (148, 210), "a6": (105, 148),
  ]
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
    guard var paper = options.paper else {
      margin = min(margin, (Self.sides.upperBound - max(natural.width, natural.height)) / 2)
      page = PageSize(width: natural.width + 2 * margin, height: natural.height + 2 * margin)
      picture = PageBox(
        left: margin, bottom: margin, width: natural.width, height: natural.height)
      return
    }
    if natural.width > natural.height { paper = PageSize(width: paper.height, height: paper.width) }
    // Some of the paper is always left for the picture.
    let least = min(paper.width, paper.height)
    margin = min(margin, least / 2 - min(36, least / 4))
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
