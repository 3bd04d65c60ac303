import Testing

@testable import PictureModel

@Suite("Exif for sharing")
struct ExifSharingTests {
  @Test("Exactly the fields that may be told stay", arguments: [true, false])
  func exactBytes(bigEndian: Bool) {
    let sample = TIFFSample.full(bigEndian: bigEndian)
    var expected = TIFFSample(isBigEndian: bigEndian)
    expected.primary = [
      sample.text(0x010F, "Apple"), sample.text(0x0110, "iPhone XR"), sample.short(0x0112, 1),
      sample.fractions(0x011A, (72, 1)), sample.text(0x0132, "2021:02:13 19:29:03"),
      sample.text(0x013B, "Ann"), sample.text(0x8298, "(c) Ann"),
    ]
    // The pointer to the Exif directory has the highest tag but for the copyright's.
    expected.exif = [
      sample.fractions(0x829A, (1, 120)), sample.fractions(0x829D, (9, 5)),
      sample.short(0x8827, 25), sample.bytes(0x9000, Array("0232".utf8)),
      sample.text(0x9003, "2021:02:13 19:29:01"), sample.text(0x9011, "+01:00"),
      sample.fractions(0x920A, (17, 4)), sample.text(0x9291, "250"), sample.short(0xA001, 65535),
      sample.long(0xA002, 800), sample.long(0xA003, 600), sample.short(0xA405, 26),
      sample.text(0xA434, "back camera 4.25mm f/1.8"),
    ]
    #expect(Exif.shareable(sample.stream, width: 800, height: 600) == expected.stream)
  }

  @Test("Nothing is left of a stream that holds only what must go")
  func nothing() {
    var sample = TIFFSample()
    sample.primary = [sample.text(0x010E, "Grandma at home")]
    sample.gps = TIFFSample.full(bigEndian: true).gps
    #expect(Exif.shareable(sample.stream, width: 1, height: 1) == nil)
    #expect(Exif.shareable(Array("no TIFF at all".utf8), width: 1, height: 1) == nil)
  }

  @Test("Text behind the first NUL goes, but Copyright keeps its second part")
  func textBehindNUL() {
    var sample = TIFFSample()
    sample.primary = [
      sample.text(0x010F, "Apple\0hidden"), sample.text(0x8298, "Ann\0Editor\0hidden"),
    ]
    var expected = TIFFSample()
    expected.primary = [sample.text(0x010F, "Apple"), sample.text(0x8298, "Ann\0Editor")]
    #expect(Exif.shareable(sample.stream, width: 1, height: 1) == expected.stream)
  }

  @Test("Fields of another type or count than Exif gives them go")
  func wrongForm() {
    var sample = TIFFSample()
    sample.primary = [
      sample.text(0x010F, "Apple"), sample.bytes(0x0110, Array("hidden".utf8)),
      .init(tag: 0x011A, type: 2, count: 7, value: Array("hidden\0".utf8)),
      .init(tag: 0x0132, type: 2, count: 0, value: []),
    ]
    sample.exif = [
      sample.bytes(0x9000, Array("0232 and more".utf8)), sample.text(0x9003, "in Paris, 2021"),
      sample.fractions(0x829A, (1, 120), (0x4869, 0x6464)),
    ]
    var expected = TIFFSample()
    expected.primary = [sample.text(0x010F, "Apple")]
    #expect(Exif.shareable(sample.stream, width: 1, height: 1) == expected.stream)
  }

  @Test("Of several numbers the first stays")
  func firstNumber() {
    var sample = TIFFSample()
    sample.exif = [.init(tag: 0x8827, type: 3, count: 3, value: [0, 100, 0, 65, 0, 66])]
    var expected = TIFFSample()
    expected.exif = [expected.short(0x8827, 100)]
    #expect(Exif.shareable(sample.stream, width: 1, height: 1) == expected.stream)
  }

  @Test("Of a field given twice the first stays, and fields come in order")
  func order() {
    var sample = TIFFSample()
    sample.primary = [
      sample.text(0x0132, "2021:02:13 19:29:03"), sample.text(0x010F, "Apple"),
      sample.text(0x010F, "Canon"),
    ]
    var expected = TIFFSample()
    expected.primary = [sample.text(0x010F, "Apple"), sample.text(0x0132, "2021:02:13 19:29:03")]
    #expect(Exif.shareable(sample.stream, width: 1, height: 1) == expected.stream)
  }
}
