import PictureModel
import Scanning
import TestSupport
import Testing

/// Pages in made photos, whose corners are known.
@Suite struct PageDetectorTests {
  /// Photos that the curves were not found on.
  @Test func cornersAreFound() {
    let overlaps = (9000..<9024).map { seed in
      let photo = PagePhoto(seed: UInt64(seed), width: 640, height: 480)
      let found = PageDetector().candidates(in: photo.pixels, most: 1).first
      return found?.corners.overlap(with: Quad(photo.corners)) ?? 0
    }
    // Some of the pages lie on others, or are cut off; how often the best is right is measured over many more.
    #expect(overlaps.reduce(0, +) / 24 > 0.96, "\(overlaps)")
    #expect(overlaps.count { $0 > 0.95 } >= 21, "\(overlaps)")
  }

  @Test(arguments: 9100..<9112) func nothingIsFoundWhereThereIsNone(seed: Int) {
    let photo = PagePhoto(withoutPage: UInt64(seed), width: 480, height: 640)
    let best = PageDetector().candidates(in: photo.pixels, most: 1).first
    #expect((best?.score ?? 0) < PageDetector.threshold, "\(photo.traits)")
  }

  @Test func reasonsAddUpToTheScore() throws {
    let photo = PagePhoto(seed: 3, width: 640, height: 480)
    let best = try #require(PageDetector().candidates(in: photo.pixels).first)
    #expect(abs(best.reasons.reduce(0) { $0 + $1.contribution } - best.score) < 1e-9)
    #expect(Set(best.reasons.map(\.name)).count == best.reasons.count)
  }

  @Test(arguments: [(1, 1), (1, 200), (200, 1), (2, 3), (7, 7), (16, 16)])
  func tinyPicturesHaveNoPage(width: Int, height: Int) {
    let pixels = SyntheticPicture(width: width, height: height).buffer(.rgb8)
    let best = PageDetector().candidates(in: pixels, most: 1).first
    #expect((best?.score ?? 0) < PageDetector.threshold)
  }

  @Test func candidatesAreDifferent() {
    let photo = PagePhoto(seed: 12, width: 640, height: 480)
    let found = PageDetector().candidates(in: photo.pixels, most: 5)
    for (index, one) in found.enumerated() {
      for other in found[(index + 1)...] {
        #expect(one.corners.overlap(with: other.corners) <= 0.9)
        #expect(one.score >= other.score)
      }
    }
  }

  @Test(arguments: Sample.present(["fixtures/others/scan", "scan"], name: \.self))
  func photos(folder: String) throws {
    let marks = String(decoding: try Sample("\(folder)/QUADS.tsv").bytes(), as: UTF8.self)
    for line in marks.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      let numbers = fields.dropFirst().compactMap(Double.init)
      guard numbers.count == 8 else { continue }
      let pixels = try JPEGPhoto.pixels(of: Sample("\(folder)/\(fields[0])").path)
      let best = try #require(PageDetector().candidates(in: pixels, most: 1).first)
      let marked = Quad((0..<4).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) })
      // The marks are exact to a hundredth.
      #expect(best.corners.overlap(with: marked) > 0.97, "\(fields[0])")
      #expect(best.score >= PageDetector.threshold, "\(fields[0])")
    }
  }
}
