import Testing

@testable import PictureModel

@Suite("Reading Exif")
struct ExifReadingTests {
  @Test("Orientation is read in both byte orders", arguments: 1...8, [true, false])
  func orientation(number: Int, bigEndian: Bool) {
    let sample = TIFFSample.full(bigEndian: bigEndian, orientation: number)
    #expect(Exif.orientation(in: sample.stream) == Orientation(rawValue: number))
  }

  @Test("An orientation that is none is nil", arguments: [0, 9, 65535])
  func noOrientation(number: Int) {
    #expect(
      Exif.orientation(in: TIFFSample.full(bigEndian: true, orientation: number).stream) == nil)
  }

  @Test("Orientation is read from other whole-number types")
  func orientationTypes() {
    var sample = TIFFSample()
    sample.primary = [sample.long(0x0112, 8)]
    #expect(Exif.orientation(in: sample.stream) == .rotated270)
    sample.primary = [.init(tag: 0x0112, type: 1, count: 1, value: [3])]
    #expect(Exif.orientation(in: sample.stream) == .rotated180)
    sample.primary = [sample.text(0x0112, "6")]
    #expect(Exif.orientation(in: sample.stream) == nil)
  }

  @Test("Bytes that are no TIFF stream say nothing")
  func notTIFF() {
    for bytes in [
      [], [0x4D, 0x4D], Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8), .init(repeating: 0, count: 99),
    ] {
      #expect(Exif.orientation(in: bytes) == nil)
      #expect(Exif.contents(of: bytes) == Exif.Contents())
      #expect(Exif.capture(of: bytes) == Exif.Capture())
    }
  }

  @Test("A directory that points at itself is entered once")
  func cycle() {
    // IFD 0 at 8 with one field: the pointer to the Exif directory, which is IFD 0, as is the next.
    var sample = TIFFSample()
    sample.primary = [sample.long(0x8769, 8)]
    var stream = sample.stream
    stream.replaceSubrange(stream.count - 4..<stream.count, with: [0, 0, 0, 8])
    #expect(Exif.Structure(stream)?.directories.map(\.name) == [.primary])
  }

  @Test("Values outside the data count as empty", arguments: [0x7FFF_FFFF, 0xFFFF_FFFF, 0x100])
  func hostileCounts(count: Int) {
    var sample = TIFFSample()
    sample.primary = [
      .init(tag: 0x010F, type: 2, count: count, value: sample.number(26, size: 4)),
      .init(tag: 0x0110, type: 12, count: count, value: sample.number(0xFFFF_FFFF, size: 4)),
      sample.short(0x0112, 6),
    ]
    let structure = Exif.Structure(sample.stream)
    #expect(structure?[.primary]?.fields.map(\.count) == [0, 0, 1])
    #expect(Exif.orientation(in: sample.stream) == .rotated90)
  }

  @Test("What a directory claims beyond the end is cut")
  func tooManyEntries() {
    var stream = TIFFSample.full(bigEndian: true).stream
    stream.replaceSubrange(8..<10, with: [0xFF, 0xFF])
    #expect(Exif.orientation(in: stream) == .rotated90)
  }

  @Test("Empty texts and division by zero are nothing")
  func emptyValues() {
    var sample = TIFFSample.full(bigEndian: false)
    sample.primary[1] = .init(tag: 0x010F, type: 2, count: 0, value: [])
    sample.exif[0] = sample.fractions(0x829A, (1, 0))
    sample.gps[3] = sample.fractions(4, (0, 0), (0, 0), (0, 0))
    let capture = Exif.capture(of: sample.stream)
    #expect(capture.camera == "iPhone XR")
    #expect(capture.exposureTime == nil)
    #expect(capture.place == nil)
  }

  @Test("A field of the wrong type does not hide the others")
  func wrongType() {
    var sample = TIFFSample.full(bigEndian: false)
    sample.exif[2] = sample.text(0x8827, "lots")
    sample.exif[0] = sample.short(0x829A, 2)
    let capture = Exif.capture(of: sample.stream)
    #expect(capture.sensitivity == nil)
    #expect(capture.exposureTime == 2)
    #expect(capture.aperture == 1.8)
  }

  @Test("What is told of how a picture was taken", arguments: [true, false])
  func capture(bigEndian: Bool) throws {
    let capture = Exif.capture(of: TIFFSample.full(bigEndian: bigEndian).stream)
    #expect(capture.camera == "Apple iPhone XR")
    #expect(capture.lens == "back camera 4.25mm f/1.8")
    #expect(capture.exposureTime == 1.0 / 120)
    #expect(capture.aperture == 1.8)
    #expect(capture.sensitivity == 25)
    #expect(capture.focalLength == 4.25)
    #expect(capture.focalLength35 == 26)
    #expect(capture.taken == "2021-02-13T19:29:01.250+01:00")
    let place = try #require(capture.place)
    #expect(abs(place.latitude - 48.8583) < 1e-9)
    #expect(abs(place.longitude - 2.2945) < 1e-9)
    #expect(place.altitude == 35)
  }

  @Test("South, west and below the sea are negative")
  func negativePlace() throws {
    var sample = TIFFSample.full(bigEndian: true)
    sample.gps[0] = sample.text(1, "S")
    sample.gps[2] = sample.text(3, "W")
    sample.gps[4].value = [1]
    let place = try #require(Exif.capture(of: sample.stream).place)
    #expect(place.latitude < -48)
    #expect(place.longitude < -2)
    #expect(place.altitude == -35)
  }

  @Test(
    "A make that the model repeats is said once",
    arguments: [
      ("Canon", "Canon PowerShot G9", "Canon PowerShot G9"),
      ("NIKON CORPORATION", "NIKON D5300", "NIKON D5300"),
      ("samsung", "SM-G930F", "samsung SM-G930F"),
    ])
  func camera(make: String, model: String, camera: String) {
    var sample = TIFFSample()
    sample.primary = [sample.text(0x010F, make), sample.text(0x0110, model)]
    #expect(Exif.capture(of: sample.stream).camera == camera)
  }

  @Test(
    "Dates that are none are nil", arguments: ["0000:00:00 00:00:00", "    :  :     :  :  ", "now"])
  func noDate(text: String) {
    var sample = TIFFSample()
    sample.primary = [sample.text(0x0132, text)]
    #expect(Exif.capture(of: sample.stream).taken == nil)
  }
}
