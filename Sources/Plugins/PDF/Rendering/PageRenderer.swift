import ConverterCore
import ExternalTools
import PagedDocumentModel
import PictureModel

/// Renders the pages of a document, in order or in any other.
///
/// Pages that follow each other and are of one size come out of one run of the program, so that it reads the
/// file once, and works on the next page while this one is written.
final class PageRenderer {
  private let input: ToolInput
  private let pages: [DocumentPage]
  private let liesOnSide: [Bool]
  private let dpi: Double
  private let context: ConversionContext
  /// The run that stands before a page.
  private var stream: (run: ToolRun, next: Int, end: Int)?

  /// - Parameters:
  ///   - pages: of the file in `input`, in its order, as they are shown.
  ///   - liesOnSide: for each whether the file turns it by 90 or 270 degrees.
  ///   - dpi: pixels an inch.
  init(
    _ input: ToolInput, pages: [DocumentPage], liesOnSide: [Bool], dpi: Double,
    in context: ConversionContext
  ) {
    self.input = input
    self.pages = pages
    self.liesOnSide = liesOnSide
    self.dpi = dpi
    self.context = context
  }

  /// The size of a page in pixels.
  ///
  /// - Throws: `limitExceeded`.
  static func pixelSize(
    of page: DocumentPage, dpi: Double, in context: ConversionContext
  ) throws(ConversionError) -> (width: Int, height: Int) {
    let width = Self.pixels(page.size.width, dpi)
    let height = Self.pixels(page.size.height, dpi)
    _ = try context.limits.checkPixels(
      width: Int(min(width, 1e8)), height: Int(min(height, 1e8)))
    return (Int(width), Int(height))
  }

  /// A pixel that is begun is a whole one, unless what is begun is less than arithmetic tells apart.
  private static func pixels(_ points: Double, _ dpi: Double) -> Double {
    max(1, (min(points, 1e6) * dpi / 72 - 1e-6).rounded(.up))
  }

  /// The picture of a page without its pixels.
  static func placeholder(
    of page: DocumentPage, dpi: Double, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let (width, height) = try pixelSize(of: page, dpi: dpi, in: context)
    var facts = PictureFacts(
      width: width, height: height, format: .rgb8, sampleDepth: 8, coding: "rendered page")
    facts.metadata.dotsPerInch = (dpi, dpi)
    facts.isPage = true
    return Picture(facts) { _ throws(ConversionError) in
      throw ConversionError(.internalError, "a page was to be shown before it was rendered")
    }
  }

  /// A page as a picture, which is rendered when its pixels are asked for.
  func picture(of page: Int) throws(ConversionError) -> Picture {
    var picture = try Self.placeholder(of: pages[page], dpi: dpi, in: context)
    picture.open = { [self] _ throws(ConversionError) in try rows(of: page) }
    return picture
  }

  private func pixelSize(of page: Int) throws(ConversionError) -> (width: Int, height: Int) {
    try Self.pixelSize(of: pages[page], dpi: dpi, in: context)
  }

  /// Has the program at work on a page before that is asked for.
  func begin(at page: Int) throws(ConversionError) { _ = try run(standingBefore: page) }

  private func rows(of page: Int) throws(ConversionError) -> PageRows {
    let (width, height) = try pixelSize(of: page)
    let run = try run(standingBefore: page)
    stream?.next += 1
    do throws(ConversionError) {
      return try PageRows(run, page: page, width: width, height: height, in: context)
    } catch {
      // The next page may be a better one.
      stream = nil
      throw error
    }
  }

  private func run(standingBefore page: Int) throws(ConversionError) -> ToolRun {
    if let stream, stream.next == page, page < stream.end { return stream.run }
    let (width, height) = try pixelSize(of: page)
    let end = try endOfRun(from: page)
    // The sizes that it takes are those before it turns a page.
    let scale = liesOnSide[page] ? (x: height, y: width) : (x: width, y: height)
    let run = try Poppler.renderer.start(
      [
        "-q", "-cropbox", "-f", "\(page + 1)", "-l", "\(end)", "-scale-to-x", "\(scale.x)",
        "-scale-to-y", "\(scale.y)", Poppler.input,
      ], input: input, in: context)
    stream = (run, page, end)
    return run
  }

  /// Behind the last page that has the size of `page` and follows it without a gap.
  private func endOfRun(from page: Int) throws(ConversionError) -> Int {
    let size = try pixelSize(of: page)
    var end = page + 1
    while end < pages.count, end - page < 1000, liesOnSide[end] == liesOnSide[page],
      try pixelSize(of: end) == size
    { end += 1 }
    return end
  }
}

/// The rows of a page as they come out of the program, in the form of PPM.
private final class PageRows: PixelSource {
  let format = PixelFormat.rgb8
  let width: Int
  let height: Int
  private let run: ToolRun
  private let page: Int
  private let context: ConversionContext
  private let band: PixelBuffer
  private var y = 0

  init(
    _ run: ToolRun, page: Int, width: Int, height: Int, in context: ConversionContext
  ) throws(ConversionError) {
    self.run = run
    self.page = page
    self.width = width
    self.height = height
    self.context = context
    band = PixelBuffer(.rgb8, width: width, height: min(16, height))
    // "P6\n1240 1754\n255\n"
    let expected = Array("P6\n\(width) \(height)\n255\n".utf8)
    var header = [UInt8](repeating: 0, count: expected.count)
    let got = try run.read(into: &header, in: context)
    // A page of which something was too large is whole but for that.
    try run.checkMemory(in: context)
    guard got == expected.count, header == expected else { throw failure }
  }

  private var failure: ConversionError {
    ConversionError(
      .damagedInput, "page \(page + 1) cannot be rendered: poppler gives no picture of it")
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    let rows = min(band.height, height - y)
    guard rows > 0 else { return nil }
    for row in 0..<rows {
      // A row of the band is of three bytes for each pixel of the width.
      let samples = unsafe band.planes[0].row(row, as: UInt8.self)
      let bytes = unsafe UnsafeMutableRawBufferPointer(start: samples, count: width * 3)
      let got = try unsafe run.read(into: bytes, in: context)
      guard got == bytes.count else {
        try run.checkMemory(in: context)
        throw failure
      }
    }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }
}
