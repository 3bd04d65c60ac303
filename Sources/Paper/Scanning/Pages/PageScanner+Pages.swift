public import ConverterCore
public import PictureModel

/// More than corners: the two pages of a book, pages without ink, bent lines.
extension PageScanner {
  /// The pages of a picture, in reading order from left to right.
  public struct Result: Sendable {
    /// One, or the two of an open book.
    public var pages: [ScannedPage]
    /// What may be wrong with the picture.
    public var doubts: PhotoDoubts
    /// Whether it was looked for, rather than made as it was before.
    public var isFresh = true
    /// Why bent lines stay as they are, for each page that was looked at in vain.
    public var unbent: [String] = []
    /// How many times clearer lines are told since they were made straight, for each page of which that is true.
    public var gains: [Double] = []
    /// How much darker the paper is where the two pages of a book meet: 0…1.
    public var gutterDepth: Double?

    init(pages: [ScannedPage], doubts: PhotoDoubts) { (self.pages, self.doubts) = (pages, doubts) }

    /// A page as it was made before.
    public init(stored page: ScannedPage) {
      pages = [page]
      doubts = PhotoDoubts(lightness: 1)
      isFresh = false
    }
  }

  /// What a closer look needs: pixels an inch of the page, and pixels in all.
  private static let closeDPI = 150.0
  private static let mostClosePixels = 3_000_000.0
  /// The longer side of the picture in which pages are looked at closely.
  private static let closeLongSide = 2400

  /// What would be done to a picture, which may show two pages.
  ///
  /// - Throws: what decoding throws; `missingLibrary` for what Leptonica is needed for.
  public func pages(
    of picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> Result {
    let small = try Self.small(picture, in: context)
    let (whole, doubts) = try page(of: picture, seenAs: small)
    var result = Result(pages: [whole], doubts: doubts)
    if splits, let (halves, depth) = whole.halves(in: small) {
      (result.pages, result.gutterDepth) = (halves, depth)
    }
    guard dewarps || findsBlanks else { return result }
    let close = try Self.close(picture, in: context)
    for index in result.pages.indices {
      try context.checkpoint()
      let (gray, dpi) = result.pages[index].flat(in: close)
      if findsBlanks { result.pages[index].isBlank = PageInk(of: gray, dpi: dpi).isBlank }
      guard dewarps else { continue }
      switch try PageBend.find(in: Binarization.sauvola(gray, dpi: dpi)) {
      case .bent(let bend, let gain):
        result.pages[index].bend = bend
        result.gains.append(gain)
      case .left(let reason): result.unbent.append(reason)
      }
    }
    return result
  }

  static func close(
    _ picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> PixelBuffer {
    let (width, height) = (picture.facts.width, picture.facts.height)
    let longer = max(width, height)
    var demand = PixelDemand([.gray8])
    if longer > closeLongSide {
      demand.sufficientSize = (
        (width * closeLongSide + longer - 1) / longer,
        (height * closeLongSide + longer - 1) / longer
      )
    }
    try context.limits.check(
      .memory, PixelBuffer.byteCount(.gray8, width: width, height: height),
      for: "a look at a picture of \(width)×\(height)")
    return try PixelBuffer(
      collecting: try picture.pixels(for: demand, in: context), in: context)
  }

  /// How much smaller a page is looked at than it is made.
  fileprivate static func reduction(of page: ScannedPage, in close: PixelBuffer) -> Double {
    let seen = Double(close.width) / Double(page.sourceWidth)
    let area = Double(page.width) * Double(page.height)
    return min(1, seen, closeDPI / page.dpi, (mostClosePixels / area).squareRoot())
  }
}

extension ScannedPage {
  /// The page in gray and evenly lit, as a smaller picture shows it, with its pixels an inch.
  fileprivate func flat(in close: PixelBuffer) -> (gray: PixelBuffer, dpi: Double) {
    let reduction = PageScanner.reduction(of: self, in: close)
    return (flat(in: close, reduction: reduction), dpi * reduction)
  }

  /// The page in gray and evenly lit, so many times as large as it is made.
  func flat(in close: PixelBuffer, reduction: Double) -> PixelBuffer {
    let scale = Point(
      Double(close.width) / Double(sourceWidth), Double(close.height) / Double(sourceHeight))
    let page = Rectification(
      taken.scaled(by: scale), width: max(1, Int(Double(width) * reduction)),
      height: max(1, Int(Double(height) * reduction))
    ).rectified(close)
    let light = PaperLight(of: page)
    return light.isEven ? page : light.flattened(page)
  }

  /// The two pages of an open book, each with corners of its own in the picture.
  ///
  /// - Parameter small: the whole picture, smaller.
  /// - Returns: `nil` where it is one page.
  func halves(in small: PixelBuffer) -> (pages: [ScannedPage], depth: Double)? {
    let scale = Point(
      Double(small.width) / Double(sourceWidth), Double(small.height) / Double(sourceHeight))
    let page = Rectification(
      taken.scaled(by: scale), aspect: Double(height) / Double(width), mostPixels: 1_000_000
    ).rectified(small)
    guard width >= 2, let gutter = Gutter(in: page) else { return nil }
    let map = Homography(fromWidth: 1, height: 1, to: turned)
    let (top, bottom) = (map.map(Point(gutter.top, 0)), map.map(Point(gutter.bottom, 1)))
    let share = (gutter.top + gutter.bottom) / 2
    let corners = turned.corners
    return (
      [
        half(.left, Quad([corners[0], top, bottom, corners[3]]), share),
        half(.right, Quad([top, corners[1], corners[2], bottom]), 1 - share),
      ], gutter.depth
    )
  }

  private func half(_ side: Half, _ corners: Quad, _ share: Double) -> ScannedPage {
    var page = self
    page.half = side
    page.corners = unturned(corners)
    // The corners are turned already.
    page.skew = 0
    page.width = max(1, Int((Double(width) * share).rounded()))
    return page
  }
}
