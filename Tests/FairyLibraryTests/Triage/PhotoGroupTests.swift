import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import Testing

/// Which photos show the same, and which of them is the best.
@Suite struct PhotoGroupTests {
  private let example: TriageExample

  init() throws { example = try TriageExample() }

  private func print(_ digits: String) throws -> PhotoPrint {
    try #require(PhotoPrint(digits + String(repeating: "0", count: 36 - digits.count)))
  }

  private func seen(_ name: String, _ look: PhotoLook?, _ text: String? = nil) throws -> SeenPhoto {
    SeenPhoto(try example.photo(name, text), look)
  }

  @Test func aPrintIsReadAsItIsWritten() throws {
    let digits = "0123456789abcdef0011223344556677fffe"
    let print = try #require(PhotoPrint(digits))
    #expect(print.description == digits)
    #expect(PhotoPrint("0123") == nil)
    #expect(PhotoPrint(String(repeating: "x", count: 36)) == nil)
    let other = try #require(PhotoPrint("0123456789abcdef0011223344556677ffff"))
    #expect(print.distance(to: other) == 1)
    #expect(try self.print("f").distance(to: self.print("0")) == 4)
  }

  @Test func likePhotosAreOneGroup() throws {
    let photos = [
      try seen("a.jpg", PhotoLook(width: 400, height: 300, print: try print("ffff"))),
      try seen("b.jpg", PhotoLook(width: 4000, height: 3000, print: try print("fff0"))),
      try seen(
        "c.jpg",
        PhotoLook(width: 400, height: 300, print: try print("00000000000000000000ffffffffffff"))),
      // 26 bits from the first are alike, 27 are not.
      try seen("d.jpg", PhotoLook(width: 400, height: 300, print: try print("ffffffffffc"))),
      try seen("e.jpg", PhotoLook(width: 400, height: 300, print: try print("ffffffffffe"))),
      try seen("f.jpg", PhotoLook(width: 400, height: 300)),
    ]
    #expect(
      PhotoGrouper.groups(of: photos) == [
        PhotoGroup(
          kind: .near, members: [0, 1, 3], best: 1, reason: "the most pixels: 4000×3000")
      ])
  }

  @Test func theSameFilesAreOneGroup() throws {
    let look = PhotoLook(width: 40, height: 30)
    let photos = [
      try seen("a.jpg", look, "one"), try seen("b.jpg", look, "two"),
      try seen("c.jpg", look, "one"),
      try seen("d.jpg", look, "six"),
    ]
    let groups = PhotoGrouper.groups(of: photos)
    #expect(groups.map(\.kind) == [.same])
    #expect(groups.map(\.members) == [[0, 2]])
    #expect(groups[0].best == 0)
  }

  @Test func aBurstIsByTimeAndCamera() throws {
    func shot(_ name: String, _ time: String?, _ camera: String, _ sharpness: Double) throws
      -> SeenPhoto
    {
      try seen(
        name,
        PhotoLook(
          width: 40, height: 30, taken: time.map { "2026-05-01T12:00:\($0)" }, camera: camera,
          sharpness: sharpness))
    }
    let photos = [
      try shot("a.jpg", "10", "A", 0.5), try shot("b.jpg", "11.25", "A", 0.9),
      try shot("c.jpg", "10.5", "B", 1),
      try shot("d.jpg", "12.75+02:00", "A", 0.6), try shot("e.jpg", "14.5", "A", 1),
      try shot("f.jpg", "15", "A", 1),
      try shot("g.jpg", nil, "A", 1),
    ]
    #expect(
      PhotoGrouper.groups(of: photos) == [
        PhotoGroup(kind: .burst, members: [0, 1, 3], best: 1, reason: "the sharpest: 0.9")
      ])
  }

  @Test func whatHasItsRAWIsTheBest() throws {
    try example.photo("b.cr2")
    let print = try print("ff")
    let photos = [
      try seen("a.jpg", PhotoLook(width: 4000, height: 3000, print: print)),
      try seen("b.jpg", PhotoLook(width: 40, height: 30, print: print)),
    ]
    let groups = PhotoGrouper.groups(of: photos)
    #expect(groups.map(\.best) == [1])
    #expect(groups.map(\.reason) == ["has its RAW or film with it"])
  }
}
