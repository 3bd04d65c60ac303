import ConverterCore
import Foundation
import JPEGPlugin
import PNGPlugin
import PictureModel
import Scanning
import SystemPackage
import TestSupport
import Testing

/// The program of `docs/scanning.md` does what the page says.
@Suite struct ScanExampleTests {
  @Test func theExampleMakesAPage() throws {
    let context = ScannedPhotos.context
    let scratch = try ScratchFolder()
    let pixels = PagePhoto(seed: 12, width: 640, height: 480).pixels
    let jpeg = try JPEGWriter().file(of: ScannedPhotos.picture(pixels), quality: 0.95, in: context)
    let photo = try scratch.write(jpeg, to: "photo.jpg")
    let (session, png) = (scratch.file("session.json"), scratch.file("page.png"))
    let result = try Program.run(Program.built("scan-example"), [photo, session, png])
    #expect(result.status == 0, "\(result.error)")

    let stored = try ScanSession(record: try JSONValue(parsing: try scratch.bytes("session.json")))
    let entry = try #require(stored.entries.first)
    #expect(stored.entries.count == 1)
    #expect(entry.source.name == photo)
    #expect(entry.changes.filter == .bw && entry.changes.rotation == nil)
    #expect(
      result.lines == [
        "found a page",
        "\(entry.page.width)×\(entry.page.height) pixels, \(Int(entry.page.dpi)) dpi",
      ])
    #expect(try scratch.bytes("photo.jpg") == jpeg)

    let original = try JPEGPhoto.picture(of: photo, in: context)
    let made = try PNGReader().read(
      try InputFile(path: FilePath(png)), type: "public.png", in: ReadingContext(context))
    let pixelsMade = try PixelBuffer(
      collecting: try made.pixels(for: PixelDemand([.gray8]), in: context), in: context)
    #expect(samples(pixelsMade) == (try ScannedPhotos.samples(of: entry.page, in: original)))
  }

  @Test func thePageShowsTheProgram() throws {
    let page = try String(contentsOfFile: "\(Places.root)/docs/scanning.md", encoding: .utf8)
    let source = try String(
      contentsOfFile: "\(Places.root)/Examples/ScanSession/ScanExample.swift", encoding: .utf8)
    #expect(page.contains("```swift\n\(source)```\n"))
  }
}
