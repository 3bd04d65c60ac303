import ConverterCore
import Testing

@testable import PictureModel
@testable import PictureViewer

@Suite("Showing a picture")
struct PictureViewerTests {
  private func json(_ facts: [Fact]) -> String {
    JSONValue.object(
      facts.compactMap { fact in fact.key.map { JSONValue.Member($0, fact.json) } }
    ).description
  }

  private func lines(_ facts: [Fact]) -> [String] {
    facts.compactMap { fact in fact.label.map { "\($0): \(fact.text)" } }
  }

  private func picture(_ facts: PictureFacts) -> Picture {
    Picture(facts) { _ throws(ConversionError) in
      throw ConversionError(.internalError, "a viewer must not open pixels")
    }
  }

  @Test("A phone's photo")
  func photo() {
    var facts = PictureFacts(
      width: 3024, height: 4032, format: .jfif(.s420), sampleDepth: 8, coding: "HEVC, 48 tiles")
    facts.colour = .cicp(.displayP3)
    facts.storedOrientation = .rotated90
    facts.metadata.exif = TIFFSample.full(bigEndian: true).stream
    facts.metadata.dotsPerInch = (72, 72)
    facts.companions = [.init(.thumbnail, width: 320, height: 240), .init(.gainmap)]
    let shown = PictureViewer().facts(
      of: picture(facts), in: ConversionContext(registry: Registry()))
    #expect(
      json(shown) == """
        {"width":3024,"height":4032,"bitDepth":8,"hasAlpha":false,"frames":1,\
        "profile":"Display P3","orientation":6,"coding":"HEVC, 48 tiles","chroma":"4:2:0",\
        "colour":"YCbCr 4:2:0, BT.601, full range","camera":"Apple iPhone XR",\
        "lens":"back camera 4.25mm f/1.8",\
        "exposure":{"time":0.008333333333333333,"aperture":1.8,"iso":25,"focalLength":4.25,\
        "focalLength35mm":26},"taken":"2021-02-13T19:29:01.250+01:00",\
        "gps":{"latitude":48.8583,"longitude":2.2945,"altitude":35},"dpi":[72,72],\
        "companions":[{"kind":"thumbnail","width":320,"height":240},{"kind":"gainmap"}]}
        """)
    #expect(
      lines(shown) == [
        "Dimensions: 3024×4032 (12.2 megapixels)", "Samples: 8 bit, no alpha",
        "Profile: Display P3",
        "Orientation: 6 (stored turned by 90°, shown upright)", "Coding: HEVC, 48 tiles",
        "Colour: YCbCr 4:2:0, BT.601, full range", "Camera: Apple iPhone XR",
        "Lens: back camera 4.25mm f/1.8",
        "Exposure: 1/120 s, f/1.8, ISO 25, 4.25 mm (26 mm equivalent)",
        "Taken: 2021-02-13 19:29:01 +01:00", "Place: 48.85830° N, 2.29450° E, 35 m",
        "Density: 72 dpi", "Also inside: thumbnail 320×240, gain map",
      ])
  }

  @Test("A picture that says nothing of itself")
  func plain() {
    var facts = PictureFacts(
      width: 64, height: 64, format: .rgba8, sampleDepth: 4, coding: "deflate")
    facts.palette = .init(colours: [[0, 0, 0, 255], [255, 255, 255, 0]], bitDepth: 4)
    facts.frames = 3
    let shown = PictureViewer().facts(
      of: picture(facts), in: ConversionContext(registry: Registry()))
    #expect(
      json(shown) == """
        {"width":64,"height":64,"bitDepth":4,"hasAlpha":true,"frames":3,"profile":null,\
        "orientation":1,"coding":"deflate","colour":"palette of 2"}
        """)
    #expect(
      lines(shown) == [
        "Dimensions: 64×64", "Samples: 4 bit, with alpha", "Frames: 3",
        "Profile: not given (sRGB is assumed)", "Coding: deflate", "Colour: palette of 2",
      ])
  }

  @Test("Text from a file has no power over the terminal")
  func hostileText() throws {
    var sample = TIFFSample()
    sample.primary = [sample.text(0x0110, "\u{1B}[31mX\nY\u{202E}Z")]
    var facts = PictureFacts(width: 1, height: 1, format: .gray8, sampleDepth: 8, coding: "")
    facts.metadata.exif = sample.stream
    let camera = try #require(
      PictureViewer().facts(of: picture(facts), in: ConversionContext(registry: Registry())).first {
        $0.key == "camera"
      })
    #expect(camera.text == #"\u{1B}[31mX\nY\u{202E}Z"#)
    #expect(camera.json == .string("\u{1B}[31mX\nY\u{202E}Z"))
  }

  @Test(
    "Exposure times as photographers say them",
    arguments: [
      (1, 8000, "1/8000 s"), (1, 4, "1/4 s"), (10, 33, "0.3 s"), (13, 10, "1.3 s"), (30, 1, "30 s"),
    ])
  func exposureTime(numerator: Int, denominator: Int, words: String) throws {
    var sample = TIFFSample()
    sample.exif = [sample.fractions(0x829A, (numerator, denominator))]
    #expect(Exif.capture(of: sample.stream).facts.map(\.text) == [words])
  }

  @Test(
    "Colours by their code points",
    arguments: [
      (1, 13, "sRGB"), (12, 13, "Display P3"), (9, 16, "BT.2020 PQ"), (9, 18, "BT.2020 HLG"),
      (1, 1, "BT.709"), (12, 16, "Display P3 PQ"), (2, 2, nil),
      (200, 200, "primaries 200 curve 200"),
    ] as [(Int, Int, String?)])
  func codePoints(primaries: Int, transfer: Int, name: String?) {
    let points = CodingIndependentCodePoints(primaries: primaries, transfer: transfer)
    #expect(ColourDescription.cicp(points).name == name)
  }

  @Test("PNG's own calibration")
  func calibrated() {
    #expect(ColourDescription.calibrated(gamma: 0.45455, nil).name == "gamma 0.45455")
  }

  @Test("An animation", arguments: [(0, "without end"), (1, "once"), (3, "3 times")])
  func animation(repetitions: Int, words: String) {
    var facts = PictureFacts(width: 8, height: 8, format: .rgb8, sampleDepth: 8, coding: "x")
    facts.frames = 2
    facts.animation = Animation(durations: [100_000, 33_333], repetitions: repetitions)
    let shown = PictureViewer().facts(
      of: picture(facts), in: ConversionContext(registry: Registry()))
    #expect(lines(shown).contains("Animation: 2 pictures in 0.133 s, \(words)"))
    #expect(!lines(shown).contains { $0.hasPrefix("Frames") })
    let text = json(shown)
    #expect(text.contains("\"frames\":2"))
    #expect(text.contains("\"duration\":0.133333,\"repetitions\":\(repetitions)"))
  }
}
