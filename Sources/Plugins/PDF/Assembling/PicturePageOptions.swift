import ConverterCore

/// How a picture becomes a page.
struct PicturePageOptions: Sendable {
  enum Paper: String, Sendable, CaseIterable {
    case fit, a4 = "A4", letter
  }

  var paper = Paper.fit
  /// What stays free on each side, in points.
  var margin = 0.0
  /// Of pictures that have to be coded anew.
  var quality = Quality(0.9)
  var metadata = ConversionOptions.MetadataPolicy.keep
}
