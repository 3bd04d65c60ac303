import Foundation
import TestSupport
import Testing

/// `--hdr`, from a phone's photo to Ultra HDR and on.
@Suite struct GainMapTests {
  /// Photos with what Apple's notes say, a size that is smaller than theirs, and their stops.
  private static let photos = Sample.present(
    [
      ("fixtures/others/gainmap-apple.heic", "96", 1.8 - 20 * 0.008),
      (
        "images/heic/iphone-13promax-portrait-gainmap.HEIC", "400", 1.8 - 20 * 0.008020164442
      ),
    ], name: \.0)

  private func entry(_ result: Program.Result) throws -> [String: String]? {
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    return ledger.first { $0["what"] == "gainmap" }
  }

  private func gainMap(_ path: String) throws -> [String: Any]? {
    let result = try Program.fairy("info", "--json", path)
    let picture = try #require(try result.objects().first?["picture"] as? [String: Any])
    return picture["gainMap"] as? [String: Any]
  }

  @Test(arguments: photos)
  func aPhotoOfAPhoneStaysHDR(name: String, size: String, stops: Double) throws {
    let photo = Sample(name).path
    let scratch = try ScratchFolder()
    let result = try Program.fairy(
      "convert", photo, "-o", scratch.file("a.jpg"), "--hdr", "keep", "--resize", size,
      "--metadata", "none", "--json")
    #expect(result.status == 0)
    #expect(try entry(result) == ["what": "gainmap", "action": "kept"])
    let file = try #require(UltraHDRFile(scratch.bytes("a.jpg")))
    #expect(file.xmp?.contains("Item:Length=\"\(file.further.count)\"") == true)
    #expect(file.segments.allSatisfy { !$0.payload.starts(with: Array("Exif".utf8)) })
    let own = try #require(try gainMap(photo))
    let written = try #require(try gainMap(scratch.file("a.jpg")))
    #expect(own["kind"] as? String == "apple" && written["kind"] as? String == "iso")
    for map in [own, written] {
      #expect(abs((map["headroom"] as? Double ?? 0) - stops) < 1e-5)
    }
    // And on: the map that is not changed is copied.
    let again = try Program.fairy(
      "convert", scratch.file("a.jpg"), "-o", scratch.file("b.jpg"), "--hdr", "keep", "-q", "0.5")
    #expect(again.status == 0)
    #expect(try UltraHDRFile(scratch.bytes("b.jpg"))?.further == file.further)
  }

  @Test(arguments: photos)
  func withoutItTheLedgerTellsHow(name: String, size: String, stops: Double) throws {
    let scratch = try ScratchFolder()
    let words = [
      "convert", Sample(name).path, "-o", scratch.file("a.jpg"), "--resize", size,
    ]
    let result = try Program.run(Program.fairy, words + ["--json"])
    #expect(
      try entry(result) == [
        "what": "gainmap", "action": "dropped",
        "why": "--hdr keep keeps it; --set images=all writes it as a file of its own",
      ])
    #expect(UltraHDRFile(try scratch.bytes("a.jpg")) == nil)
    let required = try Program.run(
      Program.fairy, words + ["--on-conflict", "overwrite", "--require", "gainmap"])
    #expect(required.status == 65)
    #expect(required.error.contains("--hdr keep keeps it"))
  }
}
