import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import Testing

/// Which photos a filter shows, and why.
@Suite struct PhotoFilterTests {
  private let example: TriageExample

  init() throws { example = try TriageExample() }

  private func reason(
    _ kind: PhotoFilter.Kind, _ name: String, _ look: PhotoLook?, verdict: Verdict? = nil,
    isGrouped: Bool = false, _ change: (inout PhotoFilter) -> Void = { _ in }
  ) throws -> String? {
    var filter = PhotoFilter()
    filter.kind = kind
    change(&filter)
    return filter.reason(
      SeenPhoto(try example.photo(name), look), verdict: verdict, isGrouped: isGrouped)
  }

  @Test(arguments: [
    ("Screenshot_20261122.jpg", 1080, 2340, 0.5, true),
    ("Bildschirmfoto 2026-11-22.png", 900, 700, 0.4, true),
    ("Capture d’écran.png", 900, 700, 0.9, true), ("IMG_1.PNG", 1170, 2532, 0.8, true),
    ("x.png", 1920, 1080, 0.6, true),
    // A name alone, a size alone and evenness alone are not enough.
    ("Screenshot.jpg", 1080, 2340, 0.1, false), ("x.png", 1920, 1080, 0.5, false),
    ("x.png", 1900, 1080, 0.9, false),
    ("x.jpg", 1920, 1080, 0.9, false),
  ])
  func screenshots(name: String, width: Int, height: Int, even: Double, isOne: Bool) throws {
    var look = PhotoLook(width: width, height: height, even: even)
    #expect((try reason(.screenshots, name, look) != nil) == isOne)
    look.camera = "Apple iPhone 15"
    #expect(try reason(.screenshots, name, look) == nil)
  }

  @Test func reasonsHaveFigures() throws {
    let look = PhotoLook(width: 1170, height: 2532, sharpness: 0.21, light: 0.1, even: 0.8)
    #expect(
      try reason(.screenshots, "a.png", look)
        == "a PNG of a screen's size, 1170×2532, even in 80 % of its pixels")
    #expect(
      try reason(.blurred, "a.jpg", look)
        == "blurred: sharpness 0.21, and photos in focus have 0.5 and more")
    #expect(try reason(.dark, "a.jpg", look) == "dark: 95 % of it have less than 10 % of the light")
    let plain = PhotoLook(width: 10, height: 10, sharpness: 0.35, light: 0.25)
    #expect(try reason(.blurred, "a.jpg", plain) == nil)
    #expect(try reason(.dark, "a.jpg", plain) == nil)
    #expect(try reason(.blurred, "a.jpg", nil) == nil)
  }

  @Test(arguments: [(PhotoFilter.leastLarge - 1, false), (PhotoFilter.leastLarge, true)])
  func largePhotos(byteCount: Int, isOne: Bool) throws {
    let photo = try example.photo("a.jpg")
    let file = try FileDescriptor.open(photo.main.path, .writeOnly)
    try file.closeAfter { try file.resize(to: Int64(byteCount)) }
    var filter = PhotoFilter()
    filter.kind = .large
    #expect(!filter.needsLooks)
    let large = SeenPhoto(try PhotoFolder.photo(at: photo.main.path), nil)
    #expect((filter.reason(large, verdict: nil, isGrouped: false) != nil) == isOne)
  }

  @Test func filmsAreAside() throws {
    #expect(try reason(.all, "a.mp4", nil) == nil)
    #expect(try reason(.videos, "a.mp4", nil) == "")
    #expect(try reason(.videos, "a.jpg", nil) == nil)
    #expect(try reason(.all, "a.jpg", nil) == "")
  }

  @Test func whatWasDecided() throws {
    #expect(try reason(.unseen, "a.jpg", nil) == "")
    #expect(try reason(.unseen, "a.jpg", nil, verdict: .keep) == nil)
    #expect(try reason(.duplicates, "a.jpg", nil) == nil)
    #expect(try reason(.duplicates, "a.jpg", nil, isGrouped: true) == "")
  }

  @Test(
    arguments: [
      ("2026", nil, true), ("2026-05-02", nil, true), ("2026-05-03", nil, false),
      (nil, "2026-05-02", true),
      (nil, "2026-05", true), (nil, "2026", true), (nil, "2026-05-01", false),
      ("2026-05", "2026-05", true),
    ] as [(String?, String?, Bool)])
  func periods(since: String?, until: String?, isShown: Bool) throws {
    let look = PhotoLook(width: 10, height: 10, taken: "2026-05-02T23:59:59+02:00")
    let found = try reason(.all, "a.jpg", look) { ($0.since, $0.until) = (since, until) }
    #expect((found != nil) == isShown)
  }

  @Test func cameras() throws {
    let look = PhotoLook(width: 10, height: 10, camera: "Canon PowerShot G9")
    #expect(try reason(.all, "a.jpg", look) { $0.camera = "powershot" } == "")
    #expect(try reason(.all, "a.jpg", look) { $0.camera = "nikon" } == nil)
    #expect(try reason(.all, "a.jpg", nil) { $0.camera = "canon" } == nil)
  }
}
