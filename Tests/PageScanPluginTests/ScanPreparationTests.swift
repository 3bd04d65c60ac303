import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PageScanPlugin

/// Pages that are found on the way to words, and how pages without words are turned.
@Suite struct ScanPreparationTests {
  /// Tells always the same of pages.
  private struct Finder: Bridge, UprightFinder {
    let answer: Result<Int?, ConversionError>

    func cross(_ model: Picture, in context: ConversionContext) -> Picture { model }

    func turn(of page: Picture, in context: ConversionContext) throws(ConversionError) -> Int? {
      try answer.get()
    }
  }

  private static let missing = ConversionError(
    .missingLibrary, "needs data; install the Debian package tesseract-ocr-osd")

  private func context(
    _ answer: Result<Int?, ConversionError>, _ settings: [String: String] = [:]
  ) -> ConversionContext {
    var registry = Registry()
    registry.add(Finder(answer: answer))
    var reading = ReadingOptions()
    reading.settings = settings
    return ConversionContext(registry: registry, reading: reading)
  }

  private let photo = SyntheticPicture(width: 64, height: 48).picture(.rgb8)

  private func page(in context: ConversionContext) throws -> Picture {
    var options = ConversionOptions()
    options.settings = ["scan": "page", "scan-corners": "none", "scan-filter": "gray"]
    options.settings.merge(context.reading.settings) { $1 }
    return try ScanTransform().scanned(photo, by: ScanSettings(options), in: context)
  }

  @Test(arguments: [(90, 48, 64), (180, 64, 48), (270, 48, 64)])
  func pagesAreTurnedAsLettersStand(degrees: Int, width: Int, height: Int) throws {
    let context = context(.success(degrees))
    let page = try page(in: context)
    #expect(page.facts.width == width && page.facts.height == height)
    #expect(page.facts.scan?["rotation"]?.int == degrees)
    #expect(context.ledger.first { $0.what == "rotation" }?.action == .changed)
  }

  @Test(arguments: [.success(0), .success(nil)] as [Result<Int?, ConversionError>])
  func uprightPagesStay(answer: Result<Int?, ConversionError>) throws {
    let context = context(answer)
    let page = try page(in: context)
    #expect(page.facts.width == 64 && page.facts.height == 48)
    #expect(page.facts.scan?["rotation"]?.int == 0)
    #expect(!context.ledger.contains { $0.what == "rotation" })
  }

  @Test func whatIsMissingIsSaidOnce() throws {
    let context = context(.failure(Self.missing))
    for _ in 0..<2 { #expect(try page(in: context).facts.scan?["rotation"]?.int == 0) }
    #expect(
      context.warnings.filter { $0.contains("tesseract-ocr-osd") } == [
        "pages are not turned upright: that needs data; install the Debian package tesseract-ocr-osd"
      ])
  }

  @Test func whatIsMissingIsAnErrorWhereItWasAskedFor() {
    let context = context(.failure(Self.missing), ["scan-rotate": "auto"])
    #expect(errorCode { _ = try page(in: context) } == .missingLibrary)
  }

  @Test func whatWasSaidHolds() throws {
    let page = try page(in: context(.success(90), ["scan-rotate": "180"]))
    #expect(page.facts.scan?["rotation"]?.int == 180)
  }

  @Test func wordsAreReadInThePage() throws {
    let context = context(
      .success(90), ["scan": "page", "scan-corners": "8,8,40,8,40,40,8,40", "scan-filter": "bw"])
    let page = try ScanTransform().prepare(photo, in: context)
    #expect(page.facts.scan?["found"] == .bool(true))
    // Who reads words turns pages.
    #expect(page.facts.scan?["rotation"] == .null)
    #expect(page.facts.format == .gray8)
    #expect(context.ledger.contains { $0.what == "scan" && $0.action == .changed })
    #expect(
      context.unusedOfReading == [
        UnusedOption("scan-filter", why: "words are always read in even gray")
      ])
  }

  @Test func withoutAScanThereIsNone() throws {
    let context = context(.success(0), ["scan-deskew": "false"])
    #expect(try ScanTransform().prepare(photo, in: context).facts.scan == nil)
    #expect(context.ledger.isEmpty)
    #expect(
      context.unusedOfReading == [
        UnusedOption("scan-deskew", why: "it is for scans: --set scan=page")
      ])
  }

  @Test func everyPageOfSeveralIsFound() throws {
    let context = context(.success(0), ["scan": "page", "scan-corners": "none"])
    var pages = photo
    pages.parts = ["1", "2"].map { name in Sibling(name: name) { photo } }
    let found = try ScanTransform().prepare(pages, in: context)
    #expect(found.parts.map(\.name) == ["1", "2"])
    for part in found.parts { #expect(try part.open().facts.scan != nil) }
  }
}
