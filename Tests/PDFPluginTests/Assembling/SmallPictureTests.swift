import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import Synchronization
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// Pictures that are coded for their pages once, as small as they are to be.
@Suite struct SmallPictureTests {
  private func picture(dpi: Double, format: PixelFormat = .rgb8) -> Picture {
    let pixels = PixelBuffer(format, width: 600, height: 400)
    for y in 0..<400 {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      for x in 0..<pixels.planes[0].width { row[x] = UInt8(truncatingIfNeeded: x / 3 + y) }
    }
    var facts = PictureFacts(
      width: 600, height: 400, format: format, sampleDepth: 8, coding: "made")
    facts.metadata.dotsPerInch = (dpi, dpi)
    return Picture(facts) { _ in BufferSource(pixels) }
  }

  private func options(_ preset: CompressionOptions.Preset) -> PicturePageOptions {
    var options = PicturePageOptions()
    options.level = preset.level
    return options
  }

  private func document(_ picture: Picture) throws -> PagedDocument {
    PagedDocument(
      pages: [
        DocumentPage(source: 0, index: 0, size: PictureLayout.naturalSize(of: picture.facts))
      ], sources: [DocumentSource(title: nil, content: .picture(picture))])
  }

  private func image(
    _ picture: Picture, _ options: PicturePageOptions
  ) throws -> (image: PDFObject, result: Assembled) {
    let context = ConversionContext(registry: try Assembled.registry())
    let result = try Assembled(try document(picture), pictures: options, in: context)
    return (try result.page(0)["/Resources"]["/XObject"]["/Im0"], result)
  }

  @Test(arguments: [PixelFormat.rgb8, .gray8])
  func moreThanThePresetsPixelsAreNotCoded(format: PixelFormat) throws {
    let (image, result) = try image(picture(dpi: 300, format: format), options(.small))
    #expect(image["/Width"].integer == 144 && image["/Height"].integer == 96)
    #expect(image["/Filter"].name == "/DCTDecode")
    #expect(image["/ColorSpace"].name == (format == .gray8 ? "/DeviceGray" : "/DeviceRGB"))
    #expect(
      result.ledger == [
        "pixels changed JPEG quality 40 %",
        "pixels changed pictures of more than 72 pixels an inch get fewer",
      ])
  }

  @Test func aLittleMoreIsKept() throws {
    let (image, result) = try image(picture(dpi: 100), options(.small))
    #expect(image["/Width"].integer == 600 && image["/Height"].integer == 400)
    #expect(result.ledger == ["pixels changed JPEG quality 40 %"])
  }

  @Test func withoutAPresetAllPixelsStay() throws {
    let (image, result) = try image(picture(dpi: 300), PicturePageOptions())
    #expect(image["/Width"].integer == 600)
    #expect(result.ledger == ["pixels changed JPEG quality 90 %"])
  }

  /// What is coded without loss is made smaller with the pictures of the file: it may be a drawing.
  @Test func losslessPicturesAreLeftToCompression() throws {
    var picture = picture(dpi: 300)
    picture.facts.isLossless = true
    #expect(SmallPicture(of: picture.facts, options(.small)) == nil)
    let facts = PictureFacts(
      width: 9, height: 9, format: .gray8, sampleDepth: 16, coding: "deep")
    #expect(SmallPicture(of: facts, options(.small)) == nil)
  }

  @Test func compressionLeavesThemAlone() throws {
    let context = ConversionContext(registry: try Assembled.registry())
    let document = try document(picture(dpi: 300))
    let sources = try OpenSources(of: document, in: context)
    defer { sources.giveBack() }
    let file = try PDFAssembly(
      document, of: sources, pictures: options(.small), in: WritingContext(context)
    ).file()
    #expect(file.finishedImages.count == 1)
    let compression = CompressionOptions(level: CompressionOptions.Preset.small.level)
    let receipt = try PDFCompressor(compression, in: context).compress(file)
    #expect(receipt.images.count == 1)
    guard case .leftAlone(let why)? = receipt.images.first?.outcome else {
      Issue.record("it was coded again")
      return
    }
    #expect(why == "it was made as small when it was coded")
  }

  @Test func optionsSayHowSmall() throws {
    var options = ConversionOptions()
    options.settings = ["preset": "small"]
    #expect(
      try PDFWriterOptions(options).picturePages(for: .convert).level
        == CompressionOptions.Preset.small.level)
    options.maximumBytes = 1000
    #expect(try PDFWriterOptions(options).picturePages(for: .convert).level == nil)
    #expect(
      try PDFWriterOptions(ConversionOptions()).picturePages(for: .merge([])).level == nil)
  }

  /// Counts how often it is asked.
  private final class Engine: Bridge {
    let count = Mutex(0)

    func cross(
      _ model: Picture, in context: ConversionContext
    ) throws(ConversionError) -> RecognizedText {
      count.withLock { $0 += 1 }
      return RecognizedText([RecognizedPage(width: 600, height: 400, dpi: 300)])
    }
  }

  /// A file that is made a second time, to be compared with, has the same words.
  @Test func wordsAreRecognisedOnce() throws {
    let engine = Engine()
    var registry = Registry()
    registry.add(engine)
    try PDFPlugin.register(in: &registry)
    let context = ConversionContext(registry: registry)
    let document = try document(picture(dpi: 300))
    let sources = try OpenSources(of: document, in: context)
    defer { sources.giveBack() }
    var options = options(.small)
    options.textLayer = .missing
    let assembly = PDFAssembly(
      document, of: sources, pictures: options, mayRepeat: true, in: WritingContext(context))
    _ = try assembly.file()
    _ = try assembly.file()
    #expect(engine.count.withLock { $0 } == 1)
  }
}
