import Testing

@testable import PictureModel

@Suite("Editing Exif in place")
struct ExifEditingTests {
  /// The one sample with another value, made anew: what an edit must give, byte for byte.
  @Test("Orientation becomes 1 and nothing else changes", arguments: [true, false])
  func orientation(bigEndian: Bool) {
    let before = TIFFSample.full(bigEndian: bigEndian, orientation: 6).stream
    let after = TIFFSample.full(bigEndian: bigEndian, orientation: 1).stream
    #expect(Exif.settingOrientation(to: .upright, in: before) == after)
    #expect(Exif.settingOrientation(to: .upright, in: after) == after)
  }

  @Test("An orientation of a wrong type is replaced by a SHORT")
  func orientationOfWrongType() {
    var sample = TIFFSample()
    sample.primary = [sample.text(0x0112, "6")]
    var expected = sample
    expected.primary = [sample.short(0x0112, 1)]
    #expect(Exif.settingOrientation(to: .upright, in: sample.stream) == expected.stream)
  }

  @Test("A stream without orientation stays without")
  func noOrientation() {
    var sample = TIFFSample()
    sample.primary = [sample.text(0x010F, "Apple")]
    #expect(Exif.settingOrientation(to: .upright, in: sample.stream) == sample.stream)
  }

  @Test("Sizes become the picture's", arguments: [true, false])
  func size(bigEndian: Bool) {
    var before = TIFFSample.full(bigEndian: bigEndian)
    before.primary += [before.short(0x0100, 4032), before.short(0x0101, 3024)]
    var after = before
    after.primary[10] = after.long(0x0100, 70000)
    after.primary[11] = after.short(0x0101, 600)
    after.exif[11] = after.long(0xA002, 70000)
    after.exif[12] = after.long(0xA003, 600)
    #expect(Exif.settingSize(width: 70000, height: 600, in: before.stream) == after.stream)
  }

  @Test("ColorSpace follows the profile")
  func colourSpace() {
    var sample = TIFFSample.full(bigEndian: true)
    let before = sample.stream
    sample.exif[10] = sample.short(0xA001, 1)
    #expect(Exif.settingColourSpace(isSRGB: true, in: before) == sample.stream)
    #expect(Exif.settingColourSpace(isSRGB: false, in: sample.stream) == before)
  }

  @Test("A thumbnail at the end is cut off", arguments: [true, false])
  func thumbnailAtEnd(bigEndian: Bool) {
    let with = TIFFSample.full(bigEndian: bigEndian)
    var without = with
    without.thumbnail = []
    without.thumbnailData = []
    #expect(Exif.contents(of: with.stream).hasThumbnail)
    #expect(Exif.removingThumbnail(from: with.stream) == without.stream)
  }

  @Test("A thumbnail in the middle is blanked, and what follows stays where it is")
  func thumbnailInTheMiddle() throws {
    let sample = TIFFSample.full(bigEndian: true)
    let makerNoteData = Array("data that only the maker note knows of".utf8)
    let with = sample.stream + makerNoteData
    let result = Exif.removingThumbnail(from: with)
    var expected = sample
    expected.thumbnail = []
    expected.thumbnailData = []
    let blank = [UInt8](repeating: 0, count: sample.stream.count - expected.stream.count)
    #expect(result == expected.stream + blank + makerNoteData)
  }

  @Test("A thumbnail that claims the maker note's bytes does not take them")
  func overlappingThumbnail() throws {
    var sample = TIFFSample.full(bigEndian: true)
    sample.thumbnailData = []
    sample.thumbnail = [sample.long(0x0201, 8), sample.long(0x0202, 0xFFFF_FFFF)]
    var expected = sample
    expected.thumbnail = []
    #expect(Exif.removingThumbnail(from: sample.stream) == expected.stream)
  }

  @Test("A second directory without picture data is no thumbnail")
  func noThumbnailData() {
    var sample = TIFFSample.full(bigEndian: true)
    sample.thumbnailData = []
    #expect(!Exif.contents(of: sample.stream).hasThumbnail)
  }
}
