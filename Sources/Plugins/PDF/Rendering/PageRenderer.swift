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
  private let dpi: Double
  private let context: ConversionContext
  /// The run that stands before a page.
  private var stream: (run: ToolRun, next: Int, end: Int)?

  /// - Parameters:
  ///   - pages: of the file in `input`, in its order, as they are shown.
  ///   - dpi: pixels an inch.
  init(_ input: ToolInput, pages: [DocumentPage], dpi: Double, in context: ConversionContext) {
    self.input = input
    self.pages = pages
    self.dpi = dpi
    self.context = context
  }

  /// The size of a page in pixels.
  ///
  /// - Throws: `limitExceeded`.
  func pixelSize(of page: Int) throws(ConversionError) -> (width: Int, height: Int) {
    let size = pages[page].size
    let width = max(1, (min(size.width, 1e6) * dpi / 72).rounded(.up))
    let height = max(1, (min(size.height, 1e6) * dpi / 72).rounded(.up))
    guard width < 1e6, height < 1e6 else {
      throw ConversionError(
        .limitExceeded, "page \(page + 1) has \(Int(size.width))×\(Int(size.height)) points: "
          + "too large to be rendered at \(Int(dpi)) dpi; say less with --dpi")
    }
    _ = try context.limits.checkPixels(width: Int(width), height: Int(height))
    return (Int(width), Int(height))
  }

  /// A page as a picture, which is rendered when its pixels are asked for.
  func picture(of page: Int) throws(ConversionError) -> Picture {
    let (width, height) = try pixelSize(of: page)
    var facts = PictureFacts(
      width: width, height: height, format: .rgb8, sampleDepth: 8, coding: "rendered page")
    facts.metadata.dotsPerInch = .init(dpi, dpi)
    return Picture(facts) { [self] _ throws(ConversionError) in try rows(of: page) }
  }

  private func rows(of page: Int) throws(ConversionError) -> PageRows {
    let (width, height) = try pixelSize(of: page)
    let run: ToolRun
    if let stream, stream.next == page, page < stream.end {
      run = stream.run
      self.stream?.next += 1
    } else {
      let end = try endOfRun(from: page)
      run = try Poppler.renderer.start(
        [
          "-q", "-cropbox", "-f", "\(page + 1)", "-l", "\(end)", "-scale-to-x", "\(width)",
          "-scale-to-y", "\(height)", Poppler.input,
        ], input: input)
      stream = (run, page + 1, end)
    }
    return try PageRows(run, page: page, width: width, height: height, in: context)
  }

  /// Behind the last page that has the size of `page` and follows it without a gap.
  private func endOfRun(from page: Int) throws(ConversionError) -> Int {
    let size = try pixelSize(of: page)
    var end = page + 1
    while end < pages.count, end - page < 1000, try pixelSize(of: end) == size { end += 1 }
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
    let got = try header.withUnsafeMutableBytes { (bytes) throws(ConversionError) in
      try run.read(into: bytes, in: context)
    }
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
      let samples = band.planes[0].row(row, as: UInt8.self)
      let bytes = UnsafeMutableRawBufferPointer(start: samples, count: width * 3)
      guard try run.read(into: bytes, in: context) == bytes.count else { throw failure }
    }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }
}
