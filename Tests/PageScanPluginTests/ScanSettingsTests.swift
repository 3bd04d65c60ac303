import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

@testable import PageScanPlugin

/// What is asked for, as settings say it.
@Suite struct ScanSettingsTests {
  private let facts = PictureFacts(
    width: 400, height: 300, format: .rgb8, sampleDepth: 8, coding: "")

  private func settings(_ settings: [String: String]) throws -> ScanSettings {
    var options = ConversionOptions()
    options.settings = settings
    return try ScanSettings(options)
  }

  @Test func withoutAWordThereIsNoScan() throws {
    #expect(try !settings([:]).isOn)
    #expect(try settings(["scan": "page"]).isOn)
  }

  @Test func corners() throws {
    #expect(try settings(["scan-corners": "none"]).scanner(for: facts).crop == .none)
    #expect(try settings([:]).scanner(for: facts).crop == .auto)
    #expect(
      try settings(["scan-corners": "1,2, 300,4 310,250,5.5,280"]).scanner(for: facts).crop
        == .corners(Quad([Point(1, 2), Point(300, 4), Point(310, 250), Point(5.5, 280)])))
  }

  @Test func furtherSteps() throws {
    let plain = try settings([:]).scanner(for: facts)
    #expect(!plain.splits && !plain.dewarps && !plain.findsBlanks)
    let all = try settings([
      "scan-split": "true", "scan-dewarp": "true", "scan-drop-blank": "true",
    ]).scanner(for: facts)
    #expect(all.splits && all.dewarps && all.findsBlanks)
  }

  @Test(arguments: [
    "", "1", "1,2,3,4,5,6,7", "1,2,3,4,5,6,7,8,9", "0,0,9,0,9,9,0,nan", "0,0,9,0,9,9,0,1e999",
    "0,0,0,100,100,100,100,0", "0,0,100,100,100,0,0,100", "0,0,1,0,1,1,0,1",
    "0,0,9000,0,9000,9000,0,9000", "0,0,100,0,20,20,0,100",
  ])
  func cornersThatAreNone(words: String) throws {
    let settings = try settings(["scan-corners": words])
    #expect(errorCode { _ = try settings.scanner(for: facts) } == .usage)
  }

  @Test func aPageIsMadeOnce() throws {
    let context = ConversionContext(registry: Registry())
    let photo = SyntheticPicture(width: 64, height: 48).picture(.rgb8)
    let settings = try settings(["scan": "page", "scan-filter": "gray"])
    let page = try ScanTransform().scanned(photo, by: settings, in: context)
    #expect(page.facts.scan != nil)
    #expect(page.facts.format == .gray8)
    let again = try ScanTransform().scanned(page, by: settings, in: context)
    #expect(again.facts.scan == page.facts.scan)
    #expect(context.ledger.count { $0.what == "scan" } == 1)
  }

  @Test func aBlankPictureIsRefusedWhereBlankPagesAreDropped() throws {
    let context = ConversionContext(registry: Registry())
    let paper = PixelBuffer(.rgb8, width: 200, height: 280)
    for y in 0..<280 {
      let row = paper.planes[0].row(y, as: UInt8.self)
      for x in 0..<600 { row[x] = 250 }
    }
    let facts = PictureFacts(width: 200, height: 280, format: .rgb8, sampleDepth: 8, coding: "")
    let picture = Picture(facts) { _ in BufferSource(paper) }
    let settings = try settings(["scan": "page", "scan-drop-blank": "true"])
    #expect(
      errorCode { _ = try ScanTransform().scanned(picture, by: settings, in: context) }
        == .unsupportedContent)
  }
}
