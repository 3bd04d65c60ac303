public import ConverterCore
public import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ScannedPage {
  /// The page as a picture, whose pixels are made when they are asked for.
  ///
  /// A page that is so blurred that small letters are hard to read is a warning, once.
  ///
  /// - Parameters:
  ///   - picture: the one that this was found in; asked for pixels, one of another size throws `usage`.
  ///   - name: what the page is called in warnings.
  ///   - position: where it stands among pages that are scanned with it, from 0: warnings of many are told in that order.
  ///   - tellsRecord: whether `PictureFacts.scan` has ``record``, too.
  ///   - context: takes the warning; its limits apply.
  public func picture(
    of picture: Picture, named name: String = "the page", at position: Int = 0,
    tellsRecord: Bool = false, in context: ConversionContext
  ) -> Picture {
    let sharpness = Sharpness(name, at: position)
    var result = Picture(facts(for: picture.facts)) { _ throws(ConversionError) in
      BufferSource(try pixels(of: picture, filter, sharpness, in: context))
    }
    if tellsRecord, let members = json.members {
      result.facts.scan = .object(members + [.init("record", record)])
    }
    if filter != .photo {
      let reading = legible
      result.legible = Sibling(name: "legible") { () throws(ConversionError) in
        Picture(reading.facts(for: picture.facts)) { demand throws(ConversionError) in
          BufferSource(
            try reading.sufficient(for: demand).pixels(of: picture, .gray, sharpness, in: context))
        }
      }
    }
    return result
  }

  /// The page as it is read best: gray, and with letters large enough, which costs nothing where they are.
  private var legible: ScannedPage {
    var page = self
    page.filter = .gray
    let scale = min(3, max(1, 250 / dpi))
    if scale > 1.2, Double(width * height) * scale * scale < 2e7 {
      (page.width, page.height) = (Int(Double(width) * scale), Int(Double(height) * scale))
      page.dpi = dpi * scale
    }
    return page
  }

  /// The same page with as few pixels as are enough.
  private func sufficient(for demand: PixelDemand) -> ScannedPage {
    guard let size = demand.sufficientSize else { return self }
    let scale = max(
      Double(size.width) / Double(width), Double(size.height) / Double(height), 1 / Double(width))
    guard scale < 1 else { return self }
    var page = self
    page.width = Int((Double(width) * scale).rounded(.up))
    page.height = Int((Double(height) * scale).rounded(.up))
    page.dpi = dpi * scale
    return page
  }

  private func facts(for original: PictureFacts) -> PictureFacts {
    let hasColour = [.color, .photo, .auto].contains(filter)
    var facts = PictureFacts(
      width: width, height: height, format: hasColour ? .rgb8 : .gray8,
      sampleDepth: filter == .bw ? 1 : 8, coding: "scanned page")
    facts.metadata = original.metadata
    facts.metadata.dotsPerInch = (dpi, dpi)
    facts.colour = hasColour ? original.colour : .unspecified
    facts.isLossless = filter == .bw
    facts.scan = json
    facts.thumbnailIsStale = true
    return facts
  }

  /// The pixels of the page, upright, even and level.
  private func pixels(
    of picture: Picture, _ filter: Filter, _ sharpness: Sharpness, in context: ConversionContext
  ) throws(ConversionError) -> PixelBuffer {
    try check(picture.facts)
    let format: PixelFormat = [.gray, .bw].contains(filter) ? .gray8 : .rgb8
    // The page, the same evenly lit, and what it becomes, one after the other.
    try context.limits.check(
      .memory, 2 * PixelBuffer.byteCount(format, width: width, height: height),
      for: "a page of \(width)×\(height)")
    let whole = try PixelBuffer(
      collecting: try picture.pixels(for: PixelDemand([format]), in: context), in: context)
    try context.checkpoint()
    let page = straightened(whole)
    guard filter != .photo else { return page }
    try context.checkpoint()
    let light = PaperLight(of: page)
    let even = light.isEven ? page : light.flattened(page)
    sharpness.check(even, dpi: dpi, in: context)
    guard filter == .bw else { return even }
    try context.checkpoint()
    return Binarization.sauvola(even, dpi: dpi)
  }

  /// - Throws: `usage` for another picture than that of the corners, as far as its size tells.
  private func check(_ facts: PictureFacts) throws(ConversionError) {
    guard (facts.width, facts.height) != (sourceWidth, sourceHeight) else { return }
    throw ConversionError(
      .usage,
      "the page was found in a picture of \(sourceWidth)×\(sourceHeight), and this one has "
        + "\(facts.width)×\(facts.height): it can be made of the same picture only")
  }

  private func straightened(_ pixels: PixelBuffer) -> PixelBuffer {
    let isWhole =
      !isFound && half == nil && bend == nil && skew == 0 && (rotation ?? 0) == 0
      && width == pixels.width && height == pixels.height
    guard !isWhole else { return pixels }
    let further = ((rotation ?? 0) - bendRotation + 360) % 360
    guard bend != nil, further != 0 else {
      return Rectification(taken, width: width, height: height, bend: bend).rectified(pixels)
    }
    // The bend is of lines as they were when it was found.
    var page = self
    page.turn(by: bendRotation)
    return page.straightened(pixels).turned(clockwise: further)
  }

  /// The corners as the pixels are taken: a little within the paper, so that nothing of what it lies on is seen at its
  /// edges, and turned.
  var taken: Quad {
    guard isFound else { return turned }
    let centre = turned.centre
    return Quad(turned.corners.map { centre + ($0 - centre) * 0.994 })
  }

  /// The corners turned about their middle so that lines become level, beginning with the one that is top left in the
  /// result.
  var turned: Quad {
    let level = self.level.corners
    return Quad((0..<4).map { level[($0 + 4 - quarters) % 4] })
  }

  /// Corners that ``turned`` gives back as they are, where lines are level already.
  func unturned(_ quad: Quad) -> Quad {
    Quad((0..<4).map { quad.corners[($0 + quarters) % 4] })
  }

  private var quarters: Int { (rotation ?? 0) / 90 }

  private var level: Quad {
    guard skew != 0 else { return corners }
    let centre = corners.centre
    let angle = -skew * Double.pi / 180
    return Quad(
      corners.corners.map { corner in
        let offset = corner - centre
        return centre
          + Point(
            offset.x * cos(angle) - offset.y * sin(angle),
            offset.x * sin(angle) + offset.y * cos(angle))
      })
  }
}
