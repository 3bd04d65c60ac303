import ConverterCore
import PictureModel
public import RecognizedTextModel
import Scanning

/// Recognises pages: what is the same for every engine.
///
/// Pages are read in gray whose light was made even, and turned until they stand upright.
struct PageRecognizer {
  private let reader: any PageWordsReader
  private let isFast: Bool
  private let context: ConversionContext

  /// How much of the likely letters a page that lies on its side may lose by being turned: engines read a line that goes
  /// up or down nearly as well.
  private static let tolerance = 0.9
  /// Below this mean confidence a page of an engine that tells no orientations may stand on its head.
  private static let doubtful = 0.75

  init(_ reader: any PageWordsReader, isFast: Bool, in context: ConversionContext) {
    (self.reader, self.isFast, self.context) = (reader, isFast, context)
  }

  /// - Parameter name: what warnings call it, where there are several.
  func page(of shown: Picture, named name: String?) throws(ConversionError) -> RecognizedPage {
    let gray = try PageGray(of: shown, in: context)
    let page = try reconsidered(
      try best(of: gray.pixels, dpi: gray.dpi), gray, named: name)
    let (width, height) = (shown.facts.width, shown.facts.height)
    // What was read may have been larger or smaller.
    var result =
      page.rotation % 180 == 0
      ? page.scaled(toWidth: width, height: height) : page.scaled(toWidth: height, height: width)
    result.corners = shown.facts.corners(turnedBy: page.rotation)
    return result
  }

  /// Looks once more at a page that could hardly be read: its words may be of another script, or in a mirror, which is
  /// said.
  private func reconsidered(
    _ page: RecognizedPage, _ gray: PageGray, named name: String?
  ) throws(ConversionError) -> RecognizedPage {
    guard !isFast, !page.words.isEmpty, page.isHardlyRead else { return page }
    let upright =
      page.rotation == 0 ? gray.pixels : gray.pixels.turned(clockwise: page.rotation)
    if var other = try reader.pageInOtherScript(of: upright, dpi: gray.dpi),
      other.isClearer(than: page)
    {
      other.rotation = page.rotation
      return other
    }
    let mirrored = gray.pixels.mirrored
    let told = try reader.orientation(of: mirrored, dpi: gray.dpi)
    let other = try read(mirrored, turnedBy: told?.degrees ?? 0, dpi: gray.dpi)
    if other.isClearer(than: page) {
      context.warn(
        "\(name ?? "the page") seems to be mirrored: its words can be read in a mirror alone; "
          + "--flip horizontal of fairy convert mirrors a picture")
    }
    return page
  }

  private func best(of flat: PixelBuffer, dpi: Double) throws(ConversionError) -> RecognizedPage {
    let told = isFast ? nil : try reader.orientation(of: flat, dpi: dpi)
    var best = try read(flat, turnedBy: told?.degrees ?? 0, dpi: dpi)
    for degrees in otherTurns(than: told, best) {
      let other = try read(flat, turnedBy: degrees, dpi: dpi)
      if other.yield > best.yield * (best.liesOnItsSide ? Self.tolerance : 1) { best = other }
    }
    return best
  }

  /// What is to be tried beside what was told of the page: upright where it is not certain, both sides where words are as
  /// high as they should be wide, for lines that go up or down are read too, and its head where little was read.
  private func otherTurns(
    than told: PageOrientation?, _ page: RecognizedPage
  ) -> [Int] {
    guard !isFast else { return [] }
    if let told, told.degrees != 0 { return told.certainty == .certain ? [] : [0] }
    if page.liesOnItsSide { return [90, 270] }
    return !reader.tellsOrientations && (page.confidence ?? 1) < Self.doubtful ? [180] : []
  }

  private func read(
    _ gray: PixelBuffer, turnedBy degrees: Int, dpi: Double
  ) throws(ConversionError) -> RecognizedPage {
    var page = try reader.page(
      of: degrees == 0 ? gray : gray.turned(clockwise: degrees), dpi: dpi)
    page.rotation = degrees
    return page
  }
}

extension RecognizedPage {
  /// Whether what was read is hardly likely to be right: words in a mirror or of another script have a mean confidence
  /// of 0.3 to 0.55, those of a bad photo more.
  fileprivate var isHardlyRead: Bool { (confidence ?? 0) < 0.6 }

  /// Whether a page that could hardly be read is read well here.
  fileprivate func isClearer(than other: RecognizedPage) -> Bool {
    !isHardlyRead && yield > 1.5 * other.yield
  }

  /// Whether most words of some letters are higher than wide.
  fileprivate var liesOnItsSide: Bool {
    let long = words.filter { $0.text.count >= 3 }
    return 2 * long.count { $0.box.height > $0.box.width } > long.count
  }

  /// How many letters are likely to be right.
  public var yield: Double {
    words.reduce(0) { sum, word in
      let sure = word.confidence ?? 0
      return sure < 0.5 ? sum : sum + sure * Double(word.text.count)
    }
  }
}

extension PictureFacts {
  /// The corners of the page that was found in another picture, beginning with the one that is top left once the page is
  /// turned; empty where none was found.
  fileprivate func corners(turnedBy degrees: Int) -> [Double] {
    guard let scan, scan["found"] == .bool(true) else { return [] }
    let corners = scan["corners"]?.elements ?? []
    let turn = degrees + (scan["rotation"]?.int ?? 0)
    return corners.indices.flatMap { index in
      let corner = corners[(index + 4 * corners.count - turn / 90) % corners.count]
      return (corner.elements ?? []).compactMap(\.double)
    }
  }
}
