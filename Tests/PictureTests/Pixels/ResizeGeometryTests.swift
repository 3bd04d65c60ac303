import ConverterCore
import PictureModel
import Testing

@Suite("Geometries of --resize")
struct ResizeGeometryTests {
  @Test(
    "sizes of a 4032×3024 picture, as it is asked and with --enlarge",
    arguments: [
      ("800", 800, 600, 800, 600), ("800x", 800, 600, 800, 600), ("x600", 800, 600, 800, 600),
      ("800x800", 800, 600, 800, 600), ("1000x600", 800, 600, 800, 600),
      ("800x800!", 800, 800, 800, 800), ("800x800^", 800, 800, 800, 800),
      ("50%", 2016, 1512, 2016, 1512), ("12.5%", 504, 378, 504, 378), ("0.001%", 1, 1, 1, 1),
      ("1", 1, 1, 1, 1), ("1x1", 1, 1, 1, 1), ("100%", 4032, 3024, 4032, 3024),
      ("8064", 4032, 3024, 8064, 6048), ("8064x", 4032, 3024, 8064, 6048),
      ("x6048", 4032, 3024, 8064, 6048), ("8064x9000", 4032, 3024, 8064, 6048),
      ("200%", 4032, 3024, 8064, 6048), ("8000x100!", 4032, 100, 8000, 100),
      ("5000x5000^", 4032, 3024, 5000, 5000), ("999", 999, 749, 999, 749),
    ])
  func sizes(_ words: String, _ width: Int, _ height: Int, _ wide: Int, _ high: Int) throws {
    let geometry = try ResizeGeometry(parsing: words)
    let result = geometry.result(width: 4032, height: 3024, enlarge: false)
    #expect([result.width, result.height] == [width, height])
    let enlarged = geometry.result(width: 4032, height: 3024, enlarge: true)
    #expect([enlarged.width, enlarged.height] == [wide, high])
  }

  @Test(
    "upright pictures", arguments: [("800", 600, 800), ("800x800", 600, 800), ("x400", 300, 400)])
  func upright(_ words: String, _ width: Int, _ height: Int) throws {
    let result = try ResizeGeometry(parsing: words)
      .result(width: 3024, height: 4032, enlarge: false)
    #expect([result.width, result.height] == [width, height])
  }

  @Test(
    "what fills a box is cut evenly",
    arguments: [
      // Picture, words, enlarging, the part that is used, its size.
      (400, 300, "100x100^", false, [50, 0, 300, 300], 100, 100),
      (300, 400, "100x100^", false, [0, 50, 300, 300], 100, 100),
      (401, 300, "100x100^", false, [50.5, 0, 300, 300], 100, 100),
      (400, 300, "400x100^", false, [0, 100, 400, 100], 400, 100),
      // Too large a box is cut down to the picture.
      (400, 300, "800x100^", false, [0, 100, 400, 100], 400, 100),
      (400, 300, "800x100^", true, [0, 125, 400, 50], 800, 100),
      (400, 300, "500x500^", false, [0, 0, 400, 300], 400, 300),
      (1, 1, "3x5^", true, [0.2, 0, 0.6, 1], 3, 5),
    ] as [(Int, Int, String, Bool, [Double], Int, Int)])
  func fill(
    _ width: Int, _ height: Int, _ words: String, _ enlarge: Bool, _ crop: [Double],
    _ newWidth: Int,
    _ newHeight: Int
  ) throws {
    let result = try ResizeGeometry(parsing: words)
      .result(width: width, height: height, enlarge: enlarge)
    let actual = [result.cropX, result.cropY, result.cropWidth, result.cropHeight]
    for (a, b) in zip(actual, crop) { #expect(abs(a - b) < 1e-9) }
    #expect([result.width, result.height] == [newWidth, newHeight])
  }

  @Test(
    "every box holds what was fitted into it",
    arguments: [(4032, 3024), (1, 1), (1, 5000), (640, 481), (3, 7), (1_000_000, 3)])
  func fits(_ width: Int, _ height: Int) {
    for boxWidth in [1, 2, 3, 17, 640, 5001] {
      for boxHeight in [1, 2, 3, 17, 640, 5001] {
        for enlarge in [false, true] {
          let box = (boxWidth, boxHeight)
          let fit = ResizeGeometry.fit(width: box.0, height: box.1)
            .result(width: width, height: height, enlarge: enlarge)
          #expect(fit.width <= box.0 && fit.height <= box.1)
          #expect(fit.width >= 1 && fit.height >= 1)
          #expect(enlarge || fit.width <= width && fit.height <= height)
          let fill = ResizeGeometry.fill(width: box.0, height: box.1)
            .result(width: width, height: height, enlarge: enlarge)
          #expect(fill.cropX >= 0 && fill.cropX + fill.cropWidth <= Double(width))
          #expect(fill.cropY >= 0 && fill.cropY + fill.cropHeight <= Double(height))
          #expect(fill.cropWidth > 0 && fill.cropHeight > 0)
          #expect(enlarge ? (fill.width, fill.height) == box : fill.width <= box.0)
          #expect(enlarge || fill.width <= width && fill.height <= height)
        }
      }
    }
  }

  @Test(
    "words that are no geometry",
    arguments: [
      "", "x", "!", "^", "%", "0", "0x5", "-5", "5x-5", "800!", "800^", "800x!", "x600^", "1x2x3",
      "12.5", "8 00", "1000001", "0%", "-5%", "nan%", "inf%", "10001%", "800X600", "800x600%",
      "+800", "1e3%", "0x10%", " 50%", "800x600!!", "٣x٣",
    ])
  func nonsense(_ words: String) {
    let error = #expect(throws: ConversionError.self) {
      _ = try ResizeGeometry(parsing: words)
    }
    #expect(error?.code == .usage)
  }
}
