import ConverterCore
import PictureModel
import RecognizedTextModel
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
    let told = isFast ? nil : try reader.orientation(of: gray.pixels, dpi: gray.dpi)
    let page = try reconsidered(
      try best(of: gray.pixels, dpi: gray.dpi, told), gray, script: told?.script, named: name)
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
    _ page: RecognizedPage, _ gray: PageGray, script: String?, named name: String?
  ) throws(ConversionError) -> RecognizedPage {
    guard !isFast, !page.words.isEmpty, page.isHardlyRead else { return page }
    let upright =
      page.rotation == 0 ? gray.pixels : gray.pixels.turned(clockwise: page.rotation)
    if let script, var other = try reader.page(of: upright, dpi: gray.dpi, inOther: script) {
      other.rotation = page.rotation
      return other
    }
    let part = upright.busiestRows.mirrored
    for degrees in [0, 180] {
      let seen = try read(part, turnedBy: degrees, dpi: gray.dpi)
      guard seen.isSurelyRead else { continue }
      context.warn(
        "\(name ?? "the page") seems to be mirrored: its words can be read in a mirror alone; "
          + "--flip horizontal of fairy convert mirrors a picture")
      break
    }
    return page
  }

  private func best(
    of flat: PixelBuffer, dpi: Double, _ told: PageOrientation?
  ) throws(ConversionError) -> RecognizedPage {
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

  /// Whether most words of some letters are higher than wide.
  fileprivate var liesOnItsSide: Bool {
    let long = words.filter { $0.text.count >= 3 }
    return 2 * long.count { $0.box.height > $0.box.width } > long.count
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
