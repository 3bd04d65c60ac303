import ConverterCore
import PictureModel
import Testing

@testable import SVGPlugin

@Suite struct DrawingTests {
  private func context(_ limits: Limits = .standard) -> ConversionContext {
    ConversionContext(registry: Registry(), limits: limits)
  }

  private func read(
    _ text: String, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    try SVGReader().read(
      InputFile(bytes: Array(text.utf8)), type: "public.svg-image", in: ReadingContext(context))
  }

  private func pixels(
    _ picture: Picture, size: (width: Int, height: Int)? = nil, in context: ConversionContext
  ) throws -> [[UInt8]] {
    let format = PixelFormat(.rgb, alpha: .premultiplied)
    let source = try picture.open(PixelDemand([format], sufficientSize: size))
    let buffer = try PixelBuffer(collecting: source, in: context)
    return (0..<buffer.height).flatMap { y in
      (0..<buffer.width).map { x in
        (0..<4).map { buffer.planes[0].row(y, as: UInt8.self)[4 * x + $0] }
      }
    }
  }

  private static let halves = """
    <svg xmlns="http://www.w3.org/2000/svg" width="2" height="2" viewBox="0 0 4 4">
    <rect width="2" height="4" fill="#ff8000"/>
    <rect x="2" width="2" height="2" fill="#0000ff" fill-opacity="0.5"/></svg>
    """

  @Test func everyPixelIsKnown() throws {
    let context = context()
    let picture = try read(Self.halves, in: context)
    #expect((picture.facts.width, picture.facts.height) == (2, 2))
    #expect(picture.facts.isDrawing)
    let orange: [UInt8] = [255, 128, 0, 255]
    let blue = try pixels(picture, in: context)[1]
    #expect(try pixels(picture, in: context) == [orange, blue, orange, [0, 0, 0, 0]])
    #expect(blue[0] == 0 && blue[1] == 0 && blue[2] == blue[3] && (127...128).contains(blue[3]))
    #expect(context.warnings.isEmpty)
  }

  /// It is drawn at the size that is wanted, larger ones too, with sharp edges.
  @Test func resizingDraws() throws {
    let context = context()
    var options = ConversionOptions()
    options.resize = try ResizeGeometry(parsing: "8x8")
    let resized = try ResizeTransform().apply(
      to: read(Self.halves, in: context),
      for: Picture.Capabilities(format: "", items: [], alpha: true, maximumBitDepth: 8),
      options: options, in: context)
    #expect((resized.facts.width, resized.facts.height) == (8, 8))
    let found = try pixels(resized, in: context)
    #expect(found.count == 64)
    #expect(Set(found.map { $0[0] }) == [0, 255])
    #expect(found[3] == [255, 128, 0, 255] && found[4][2] > 0 && found[63] == [0, 0, 0, 0])
  }

  @Test(
    arguments: [
      ("width=\"1in\" height=\"25.4mm\"", 96, 96), ("viewBox=\"0 0 30 20\"", 30, 20),
      ("width=\"10.2\" height=\"0.5\"", 11, 1), ("", 300, 150),
    ])
  func sizesHaveUnits(attributes: String, width: Int, height: Int) throws {
    let context = context()
    let facts = try read("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)/>", in: context)
      .facts
    #expect((facts.width, facts.height) == (width, height))
    #expect(context.warnings.count == (attributes.isEmpty ? 1 : 0))
  }

  private func refusal(_ text: String) -> String? { refusal(Array(text.utf8)) }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(ConversionError) {
      _ = try SVGReader().read(
        InputFile(bytes: bytes), type: "public.svg-image", in: ReadingContext(context()))
      return nil
    } catch {
      return error.code == .damagedInput ? error.message : "\(error.code)"
    }
  }

  @Test(
    arguments: [
      ("width=\"0\" height=\"10\"", "says its size is 0×10"),
      ("width=\"10\" height=\"0\"", "says its size is 10×0"),
      ("width=\"0\" viewBox=\"0 0 30 20\"", "says its size is 0×20"),
      ("viewBox=\"0 0 0 10\"", "says its size is 0×10"),
      ("width=\"-5\" height=\"10\"", "says its width is -5, which no drawing has"),
      ("height=' -2em'", "says its height is  -2em, which no drawing has"),
      ("width=\"1e300mm\" height=\"10\"", "says its width is 1e300mm, which no drawing has"),
      ("viewBox=\"0 0 -4,9\"", "says its viewBox is 0 0 -4,9, which no drawing has"),
      ("viewBox=\"-1 -2 3 4\"", nil), ("viewBox=\"0 0 -4\"", nil),
      ("width=\"100%\" height=\"auto\"", nil), ("width=\"100vw\"", nil),
    ])
  func sizesThatAreNoneAreRefused(attributes: String, message: String?) {
    let text = "<!-- width='-1' --><svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)/>"
    #expect(refusal(text) == message)
    // Neither a declaration nor another encoding hides them.
    #expect(
      refusal("<!DOCTYPE svg [<!ELEMENT svg ANY><!ENTITY a \"<svg width='-7'>\">]>" + text)
        == message)
    let units = [0xFEFF] + Array(text.utf16)
    #expect(refusal(units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == message)
    #expect(refusal(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == message)
  }

  @Test func whatIsWrongIsSaidInOneLine() {
    #expect(
      refusal("<svg xmlns=\"http://www.w3.org/2000/svg\">")
        == "is no drawing that librsvg can read: XML parse error: line 1 column 41: "
        + "Premature end of data in tag svg line 1")
  }

  /// Files beside it, and the network, are out of reach.
  @Test(arguments: ["file:///etc/hostname", "picture.png", "http://127.0.0.1/a.png"])
  func nothingOutsideIsLoaded(reference: String) throws {
    let context = context()
    let picture = try read(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="1" height="1"><image xlink:href="\(reference)" width="1" height="1"/></svg>
      """, in: context)
    #expect(try pixels(picture, in: context) == [[0, 0, 0, 0]])
  }

  @Test func whatIsNoDrawingIsRefused() {
    for text in ["", "<svg", "<html/>", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>"] {
      let error = #expect(throws: ConversionError.self) { _ = try read(text, in: context()) }
      #expect(error?.code == .damagedInput)
    }
  }

  @Test func limitsHold() throws {
    func code(_ size: String, _ limits: Limits = .standard) -> ConversionError.Code? {
      do {
        let context = context(limits)
        let picture = try read(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)/>", in: context)
        _ = try pixels(picture, in: context)
        return nil
      } catch {
        return (error as? ConversionError)?.code
      }
    }
    #expect(code("width=\"1e5\" height=\"1e5\"") == .limitExceeded)
    #expect(code("width=\"40000\" height=\"1\"") == .limitExceeded)
    var limits = Limits.standard
    limits.memory = 1000
    #expect(code("width=\"100\" height=\"100\"", limits) == .limitExceeded)
  }

  /// Copies of copies of copies: a billion of them, were they drawn.
  @Test func referencesDoNotMultiplyForEver() throws {
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    text += "width=\"9\" height=\"9\"><g id=\"a0\"><rect width=\"1\" height=\"1\"/></g>"
    for level in 1...30 {
      let use = "<use xlink:href=\"#a\(level - 1)\"/>"
      text += "<g id=\"a\(level)\">\(use)\(use)</g>"
    }
    let context = context()
    do {
      _ = try pixels(read(text + "</svg>", in: context), in: context)
      Issue.record("a billion copies were drawn")
    } catch let error as ConversionError {
      #expect(error.code == .damagedInput)
    }
  }
}
