import ConverterCore
import PictureModel
import Testing

@testable import SVGPlugin

/// Drawings that are small and take long.
@Suite struct DrawingWorkTests {
  private static let start =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='1000' height='1000'>"

  private func work(_ body: String) throws -> DrawingWork {
    let text = Array((Self.start + body + "</svg>").utf8)
    return try DrawingScan(text, in: ConversionContext(registry: Registry())).work
  }

  private func failure(_ body: String, limits: Limits = .standard) throws -> ConversionError? {
    let context = ConversionContext(registry: Registry(), limits: limits)
    let input = InputFile(bytes: Array((Self.start + body + "</svg>").utf8))
    do throws(ConversionError) {
      let picture = try SVGReader().read(
        input, type: "public.svg-image", in: ReadingContext(context))
      _ = try picture.open(PixelDemand([PixelFormat(.rgb, alpha: .premultiplied)]))
      return nil
    } catch {
      return error
    }
  }

  private static func filter(_ primitives: String) -> String {
    "<filter id='f'>\(primitives)</filter>"
  }

  private static let counted: [(body: String, perPixel: Double)] = [
    (filter("<feGaussianBlur stdDeviation='500'/>") + "<rect filter='url(#f)'/>", 1.0),
    (filter("<feOffset/><feFlood/><feMerge/>") + "<g style='filter:url(#f)'><rect/></g>", 3),
    (filter("<feTurbulence numOctaves='30'/>") + "<rect filter='url(#f)'/>", 30),
    (filter("<feMorphology radius='5 2'/>") + "<rect filter='url(#f)'/>", 11),
    (filter("<feMorphology radius='1e9'/>") + "<rect filter='url(#f)'/>", 41),
    (filter("<feConvolveMatrix order='12'/>") + "<rect filter='url(#f)'/>", 13),
    (filter("<feBlend/>") + String(repeating: "<rect filter='url(#f)'/>", count: 400), 400),
    (filter("<feBlend/>"), 0),
    (
      filter("<feBlend/>") + "<g id='a'><rect filter='url(#f)'/></g><use xlink:href='#a'/>"
        + "<g id='b'><use href='#a'/><use href='#a'/></g><use href='#b'/>", 6
    ),
    (
      filter("<feBlend/>") + "<pattern id='p'><rect filter='url(#f)'/></pattern>"
        + "<rect fill='url(#p)' stroke='url(#p)'/>", 2
    ),
    ("<mask id='m' mask='url(#m)'/><rect mask='url(#m)'/>", 1),
  ]

  @Test(arguments: counted)
  func isCounted(body: String, perPixel: Double) throws {
    #expect(try work(body).perPixel == perPixel)
  }

  @Test func masksOfMasksDouble() throws {
    let masks = (1...11).map { level in
      "<mask id='m\(level)' mask='url(#m\(level - 1))'><rect mask='url(#m\(level - 1))'/></mask>"
    }
    let body = masks.joined() + "<mask id='m0'/><rect mask='url(#m11)'/>"
    #expect(try work(body).perPixel == 4095)
    let error = try failure(body)
    #expect(error?.code == .limitExceeded)
    #expect(error?.limit?.name == "pixels")
    #expect(error?.limit?.needed == 4095 * 1_000_000)
    #expect(error?.limit?.allowed == Limits.standard.pixels)
    #expect(error?.message.contains("--resize") == true)
  }

  @Test func textsCountByTheirSquare() throws {
    let text = String(repeating: "x", count: 1000)
    #expect(try work("<text>\(text)</text>").fixed == 2_700_000)
    #expect(try work("<text><tspan>\(text)</tspan>\(text)</text>").fixed == 4 * 2_700_000)
    #expect(try work("<text>\(text)</text>\(text)<text>\(text)</text>").fixed == 2 * 2_700_000)
    #expect(
      try failure("<text>\(String(repeating: text, count: 100))</text>")?.code == .limitExceeded)
  }

  /// As many shadows as a rich drawing has, and blurs as large as the drawing.
  @Test func richDrawingsPass() throws {
    let shadow = Self.filter("<feOffset/><feGaussianBlur/><feColorMatrix/><feBlend/>")
    let body = shadow + String(repeating: "<rect filter='url(#f)'/>", count: 100)
    try work(body).check(width: 1000, height: 1000, within: .standard)
    let line = String(repeating: "x", count: 120)
    let page = String(repeating: "<text>\(line)</text>", count: 5000)
    try work(page).check(width: 1000, height: 1000, within: .standard)
  }

  @Test func theLimitIsForTheSizeThatIsDrawn() throws {
    let body = Self.filter("<feFlood/>") + String(repeating: "<rect filter='url(#f)'/>", count: 100)
    var limits = Limits.standard
    limits.pixels = 100_000_000
    #expect(try failure(body, limits: limits) == nil)
    limits.pixels -= 1
    #expect(try failure(body, limits: limits)?.limit?.needed == 100_000_000)
    #expect(throws: Never.self) {
      try work(body).check(width: 900, height: 900, within: limits)
    }
  }

  @Test func anElementHasFewAttributes() throws {
    func element(_ count: Int) -> String {
      "<rect \((0..<count).map { "a\($0)=''" }.joined(separator: " "))/>"
    }
    #expect(try failure(element(256)) == nil)
    let error = try failure(element(257))
    #expect(error?.limit?.name == "attributes" && error?.limit?.allowed == 256)
  }
}
