import ConverterCore
import JPEG2000Plugin
import PNGPlugin
import PagedDocumentModel
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct PicturePageTests {
  private func fixture(_ name: String) throws -> [UInt8] {
    try InputFile(path: FilePath("\(Places.root)/fixtures/\(name)")).contents(within: .standard)
  }

  /// The document that a picture file becomes, as a conversion makes it.
  private func document(
    _ name: String, _ options: ConversionOptions = ConversionOptions(),
    in context: ConversionContext
  ) throws -> PagedDocument {
    let input = InputFile(bytes: try fixture(name), name: name)
    let type: ContentType.ID = name.hasSuffix("png") ? "public.png" : "public.jpeg"
    let reader = context.registry.readers.first { $0.types.contains(type) } as? any Reader<Picture>
    let picture = try #require(try reader?.read(input, type: type, in: ReadingContext(context)))
    return try PicturePagesTransform().apply(
      to: try PictureToPages().cross(picture, in: context), for: PagedDocument.Capabilities(),
      options: options, in: context)
  }

  private func page(
    _ name: String, _ options: ConversionOptions = ConversionOptions()
  ) throws -> (page: PDFObject, image: PDFObject, result: Assembled) {
    let context = ConversionContext(registry: try Assembled.registry())
    let result = try Assembled(
      try document(name, options, in: context), pictures: try PicturePageOptions(options),
      in: context)
    let page = try result.page(0)
    return (page, page["/Resources"]["/XObject"]["/Im0"], result)
  }

  @Test(arguments: ["camera.jpg", "cmyk.jpg", "gray.jpg", "progressive.jpg", "turned.jpg"])
  func aJPEGIsTakenAsItIs(name: String) throws {
    let (_, image, _) = try page(name)
    #expect(try image.data(.none) == fixture(name))
    #expect(image["/Filter"].name == "/DCTDecode")
  }

  @Test func metadataAreLeftOutOnRequest() throws {
    var options = ConversionOptions()
    options.metadata = .none
    let (_, image, _) = try page("camera.jpg", options)
    let bytes = try #require(try image.data(.none))
    #expect(bytes.starts(with: [0xFF, 0xD8]))
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Exif"))
    #expect(try fixture("camera.jpg").count > bytes.count)
    let context = ConversionContext(registry: try Assembled.registry())
    func pixels(_ bytes: [UInt8]) throws -> [UInt8] {
      let reader = context.registry.readers.first { $0.name == "JPEG" } as? any Reader<Picture>
      let picture = try #require(
        try reader?.read(InputFile(bytes: bytes), type: "public.jpeg", in: ReadingContext(context)))
      let source = try picture.pixels(for: PixelDemand([.rgb8]), in: context)
      let buffer = try PixelBuffer(collecting: source, in: context)
      return (0..<buffer.height).flatMap { y in
        Array(UnsafeRawBufferPointer(start: buffer.planes[0].row(y), count: buffer.planes[0].width))
      }
    }
    #expect(try pixels(bytes) == pixels(fixture("camera.jpg")))
  }

  @Test func aPNGKeepsItsDeflatedRows() throws {
    let (_, image, _) = try page("rgb.png")
    let file = try fixture("rgb.png")
    let rows = try #require(try image.data(.none))
    #expect(String(decoding: file, as: UTF8.self).contains("IDAT"))
    #expect(file.indices.contains { file[$0...].starts(with: rows) })
    #expect(image["/DecodeParms"]["/Predictor"].integer == 15)
    #expect(image["/DecodeParms"]["/Colors"].integer == 3)
    #expect(try page("rgb-16bit.png").image["/BitsPerComponent"].integer == 16)
    #expect(try page("gray.png").image["/DecodeParms"]["/Colors"].integer == 1)
  }

  @Test(arguments: ["rgba.png", "gray-alpha.png", "indexed.png"])
  func transparencyBecomesASoftMask(name: String) throws {
    let (_, image, _) = try page(name)
    #expect(image["/SMask"]["/ColorSpace"].name == "/DeviceGray")
    #expect(image["/Filter"].name == "/FlateDecode")
    #expect(image["/SMask"]["/Width"].integer == image["/Width"].integer)
  }

  /// The page of a JPEG 2000 picture that is made of a PNG.
  private func jpeg2000(
    of name: String, _ change: (inout Picture) -> Void = { _ in }
  ) throws -> (file: [UInt8], image: PDFObject, result: Assembled) {
    let context = ConversionContext(registry: try Assembled.registry())
    let source = InputFile(bytes: try fixture(name))
    var picture = try PNGReader().read(source, type: "public.png", in: ReadingContext(context))
    change(&picture)
    var options = ConversionOptions()
    options.settings = ["lossless": "true"]
    let output = try OutputFile(.memory)
    try JPEG2000Writer().write(
      picture, as: "public.jpeg-2000", to: output, options: try JPEG2000Options(options),
      in: WritingContext(context))
    let again = try JPEG2000Reader().read(
      InputFile(bytes: output.bytes), type: "public.jpeg-2000", in: ReadingContext(context))
    let document = try PictureToPages().cross(again, named: "a.b.jp2", in: context)
    #expect(document.sources[0].title == "a.b")
    let result = try Assembled(
      try PicturePagesTransform().apply(
        to: document, for: PagedDocument.Capabilities(), options: ConversionOptions(), in: context),
      pictures: PicturePageOptions(), in: context)
    return (output.bytes, try result.page(0)["/Resources"]["/XObject"]["/Im0"], result)
  }

  @Test(arguments: ["rgb.png", "gray.png", "rgba.png", "gray-alpha.png", "rgb-16bit.png"])
  func aJPEG2000IsTakenAsItIs(name: String) throws {
    let (file, image, _) = try jpeg2000(of: name)
    #expect(try image.data(.none) == file)
    #expect(image["/Filter"].name == "/JPXDecode")
    #expect(!image.has("/BitsPerComponent") && image.has("/ColorSpace"))
    let hasMask = name.contains("a-") || name.contains("rgba") || name.contains("alpha")
    #expect(image.has("/SMask") == hasMask)
    if hasMask { #expect(image["/SMask"]["/Filter"].name == "/FlateDecode") }
  }

  @Test func adobesInksAreInverted() throws {
    let (_, image, _) = try page("cmyk.jpg")
    #expect(image["/Decode"].numbers == [1, 0, 1, 0, 1, 0, 1, 0])
  }

  @Test func resizedPicturesAreCodedAnew() throws {
    var options = ConversionOptions()
    options.resize = try ResizeGeometry(parsing: "40")
    let (page, image, result) = try page("camera.jpg", options)
    #expect(image["/Width"].integer == 40)
    #expect(image["/Filter"].name == "/DCTDecode")
    #expect(page["/MediaBox"].numbers?[2] == 40)
    #expect(result.ledger.contains { $0.hasPrefix("exif dropped") })
  }

  /// All of them show the same picture.
  @Test(arguments: Orientation.allCases)
  func everyOrientationComesOutUpright(orientation: Orientation) throws {
    var facts = PictureFacts(width: 96, height: 48, format: .rgb8, sampleDepth: 8, coding: "")
    facts.storedOrientation = orientation
    let layout = PictureLayout(of: facts, options: PicturePageOptions())
    let m = layout.matrix(orientation).split(separator: " ").compactMap { Double($0) }
    // Where the upper left corner of the stored image goes, and the upper right one.
    func place(_ u: Double, _ v: Double) -> [Double] {
      [m[0] * u + m[2] * v + m[4], m[1] * u + m[3] * v + m[5]]
    }
    let corners: [Orientation: ([Double], [Double])] = [
      .upright: ([0, 36], [72, 36]), .mirrored: ([72, 36], [0, 36]),
      .rotated180: ([72, 0], [0, 0]), .flipped: ([0, 0], [72, 0]),
      .transposed: ([0, 36], [0, 0]), .rotated90: ([72, 36], [72, 0]),
      .transversed: ([72, 0], [72, 36]), .rotated270: ([0, 0], [0, 36]),
    ]
    #expect(place(0, 1) == corners[orientation]?.0)
    #expect(place(1, 1) == corners[orientation]?.1)
  }

  @Test func paperIsTurnedForWidePictures() {
    var facts = PictureFacts(width: 300, height: 100, format: .rgb8, sampleDepth: 8, coding: "")
    var options = PicturePageOptions()
    options.paper = PageSize(width: 612, height: 792)
    options.margin = 36
    let wide = PictureLayout(of: facts, options: options)
    #expect(wide.page == PageSize(width: 792, height: 612))
    #expect(wide.picture == PageBox(left: 36, bottom: 186, width: 720, height: 240))
    options.paper = nil
    facts.metadata.dotsPerInch = (100, 50)
    let own = PictureLayout(of: facts, options: options)
    #expect(own.page == PageSize(width: 288, height: 216))
    facts.metadata.dotsPerInch = (0, .nan)
    #expect(PictureLayout.naturalSize(of: facts) == PageSize(width: 225, height: 75))
    (facts.width, facts.height) = (1 << 30, 1)
    #expect(PictureLayout.naturalSize(of: facts) == PageSize(width: 14400, height: 3))
  }

  @Test func picturesStandBetweenPages() throws {
    let context = ConversionContext(registry: try Assembled.registry())
    var document = try document("camera.jpg", in: context)
    document.sources[0].title = "camera"
    let pdf = try PDFReader().read(
      InputFile(bytes: TinyPDF("", pages: ["", ""]).bytes, name: "two.pages.pdf"),
      type: "com.adobe.pdf",
      in: ReadingContext(context))
    document.sources += pdf.sources
    document.pages =
      pdf.pages.map {
        var page = $0; page.source = 1; return page
      } + document.pages
    document.pages.swapAt(1, 2)
    let result = try Assembled(document, in: context)
    #expect(try result.outline == ["camera 1", "two.pages 0"])
    #expect(try result.page(2)["/Contents"].data(.none) == Array("(page-1) pop".utf8))
  }
}
