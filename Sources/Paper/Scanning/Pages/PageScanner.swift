public import ConverterCore
public import PictureModel

/// Makes pages of pictures: finds the corners of the paper, and brings the page upright, even and straight.
///
/// The picture itself is never changed. What is done is a ``ScannedPage``, which can be kept and applied again.
public struct PageScanner: Sendable {
  /// Where the paper is.
  public enum Crop: Sendable, Equatable {
    /// It is looked for.
    case auto
    /// It is the whole picture.
    case none
    /// These are its corners, in pixels of the upright picture, from the top left clockwise.
    case corners(Quad)
  }

  public var crop = Crop.auto
  public var filter = ScannedPage.Filter.auto
  /// Whether lines that are not level are made so, where no corners tell.
  public var deskews = true
  /// By how many degrees pages are turned clockwise: 0, 90, 180 or 270; `nil` leaves it to who reads their words.
  public var rotation: Int?
  /// Whether the two pages of an open book become two pages.
  public var splits = false
  /// Whether bent lines are made straight.
  public var dewarps = false
  /// Whether ``ScannedPage/isBlank`` is found out.
  public var findsBlanks = false

  public init() {}

  /// What would be done to a picture to make one page of it.
  ///
  /// Pixels are decoded at a fraction of the size where the format allows it.
  ///
  /// - Throws: what decoding throws.
  public func page(
    of picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> ScannedPage {
    try page(of: picture, seenAs: try Self.small(picture, in: context)).page
  }

  func page(
    of picture: Picture, seenAs small: PixelBuffer
  ) throws(ConversionError) -> (page: ScannedPage, doubts: PhotoDoubts) {
    let size = Point(Double(picture.facts.width), Double(picture.facts.height))
    var (corners, isFound) = (Quad(width: size.x, height: size.y), false)
    var pages: [PageDetection] = []
    switch crop {
    case .none: break
    case .corners(let given): (corners, isFound) = (given, true)
    case .auto:
      pages = PageDetector().pages(in: small)
      if let best = pages.first, best.score >= PageDetector.threshold {
        (corners, isFound) = (best.corners.scaled(by: size), true)
      }
    }
    let best = pages.first
    let said = Self.dpi(saidBy: picture.facts)
    let target = isFound ? PageSize(of: corners, in: size) : PageSize(whole: size, dpi: said)
    var page = ScannedPage(
      corners: corners, isFound: isFound, score: best?.score, reasons: best?.reasons ?? [],
      filter: filter, sourceWidth: picture.facts.width, sourceHeight: picture.facts.height,
      sourceDPI: said, width: target.width, height: target.height, dpi: target.dpi)
    let scale = Point(Double(small.width) / size.x, Double(small.height) / size.y)
    try look(at: small, scale: scale, into: &page)
    if let rotation { page.turn(by: rotation) }
    let doubts = PhotoDoubts(
      lightness: small.lightness(within: corners.scaled(by: scale)), page: page,
      other: isFound ? pages.dropFirst().first : nil)
    return (page, doubts)
  }

  /// What may be the page in a picture, best first, with corners as shares of its width and height.
  ///
  /// - Throws: what decoding throws.
  public func candidates(
    in picture: Picture, most: Int = 5, _ context: ConversionContext
  ) throws(ConversionError) -> [PageDetection] {
    PageDetector().candidates(in: try Self.small(picture, in: context), most: most)
  }

  /// The small picture that pages are looked for in.
  static func small(
    _ picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> PixelBuffer {
    let longer = max(picture.facts.width, picture.facts.height)
    var demand = PixelDemand([.rgb8])
    if longer > PageDetector.sufficientLongSide {
      func part(_ side: Int) -> Int {
        (side * PageDetector.sufficientLongSide + longer - 1) / longer
      }
      demand.sufficientSize = (part(picture.facts.width), part(picture.facts.height))
    }
    return try PixelBuffer(
      collecting: try picture.pixels(for: demand, in: context), in: context)
  }

  /// Decides on the filter and finds the skew, in the page as the small picture shows it.
  private func look(
    at small: PixelBuffer, scale: Point, into page: inout ScannedPage
  ) throws(ConversionError) {
    guard filter == .auto || deskews && !page.isFound else { return }
    let corners = page.corners.scaled(by: scale)
    let rectified = Rectification(
      corners, aspect: Double(page.height) / Double(page.width), mostPixels: 2_000_000
    ).rectified(small)
    let light = PaperLight(of: rectified)
    let flat = light.flattened(rectified)
    if filter == .auto {
      // A picture of something else than paper is left as it is.
      let isPaper = page.isFound || light.isEven || light.isOfPaper(flat)
      page.filter = !isPaper ? .photo : Self.hasColour(flat) ? .color : .gray
    }
    guard deskews, !page.isFound else { return }
    let dpi = Double(flat.width) / (Double(page.width) / page.dpi)
    page.skew = try Skew.degrees(of: Binarization.sauvola(flat.green, dpi: max(72, dpi)))
  }

  /// Whether more than one of 1,000 pixels has a colour, as a small stamp or a coloured letterhead has.
  ///
  /// - Parameter flat: RGB of 8 bits, three bytes for each pixel of the width.
  private static func hasColour(_ flat: PixelBuffer) -> Bool {
    var count = 0
    for y in 0..<flat.height {
      let row = unsafe flat.planes[0].row(y, as: UInt8.self)
      for x in 0..<flat.width {
        let (red, green, blue) = unsafe (Int(row[3 * x]), Int(row[3 * x + 1]), Int(row[3 * x + 2]))
        if max(red, green, blue) - min(red, green, blue) > 60 { count += 1 }
      }
    }
    return count * 1000 > flat.width * flat.height
  }

  /// What a picture says of its pixels an inch, where that makes it as large as paper is.
  private static func dpi(saidBy facts: PictureFacts) -> Double? {
    guard let said = facts.metadata.dotsPerInch, (90...2400).contains(said.x),
      (1.5...50).contains(Double(max(facts.width, facts.height)) / said.x)
    else { return nil }
    return said.x
  }
}

extension PixelBuffer {
  /// The green samples of RGB alone, which is nearly how light it is.
  var green: PixelBuffer {
    let result = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      // Rows of the same width, with three bytes a pixel and with one.
      let (from, to) = unsafe (
        planes[0].row(y, as: UInt8.self), result.planes[0].row(y, as: UInt8.self)
      )
      for x in 0..<width { unsafe to[x] = from[3 * x + 1] }
    }
    return result
  }
}
