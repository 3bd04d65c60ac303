import ConverterCore
import PictureModel
import Scanning

/// Brings the page in a photo upright, evenly lit and straight.
struct ScanTransform: Transform {
  let name = "scan"
  let descriptors = ScanSettings.descriptors
  let ledgerWords = ["scan", "light", "skew"]

  func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let settings = try ScanSettings(options)
    guard settings.isOn else {
      settings.noteUnused(options, in: context)
      return picture
    }
    return try scanned(picture, by: settings, in: context)
  }

  /// The page in a picture; a picture that is one already stays as it is.
  ///
  /// - Parameter name: of its file, where there are several.
  func scanned(
    _ picture: Picture, named name: String? = nil, by settings: ScanSettings,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    guard picture.facts.scan == nil else { return picture }
    let scanner = try settings.scanner(for: picture.facts)
    let page = try scanner.page(of: picture, in: context)
    note(page, named: name, settings, in: context)
    return page.picture(of: picture, in: context)
  }

  private func note(
    _ page: ScannedPage, named name: String?, _ settings: ScanSettings,
    in context: ConversionContext
  ) {
    let size = "\(page.width)×\(page.height) pixels"
    if page.isFound {
      let score = page.score.map { ", score \(Self.decimal($0))" } ?? ""
      context.note("scan", .changed, why: "the page in it becomes the picture: \(size)\(score)")
    } else {
      context.note("scan", .changed, why: "the whole picture is the page: \(size)")
      if let score = page.score, settings.looksForPage {
        context.warn(
          "no page was found in \(name ?? "it") (the best candidate scores \(Self.decimal(score)), and "
            + "\(Self.decimal(PageDetector.threshold)) is enough): the whole picture was taken")
      }
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

  /// With two decimals at most.
  private static func decimal(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
