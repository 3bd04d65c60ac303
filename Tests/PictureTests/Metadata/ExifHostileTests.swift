import Testing

@testable import PictureModel

@Suite("Exif that is broken")
struct ExifHostileTests {
  /// Everything that touches an Exif block; edits must not change its length but by cutting its end.
  private func exercise(_ exif: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    _ = Exif.contents(of: exif)
    _ = Exif.capture(of: exif)
    let upright = Exif.settingOrientation(to: .upright, in: exif)
    let resized = Exif.settingSize(width: 123_456, height: 7, in: upright)
    let recoloured = Exif.settingColourSpace(isSRGB: true, in: resized)
    #expect(recoloured.count == exif.count, sourceLocation: sourceLocation)
    let removed = Exif.removingThumbnail(from: recoloured)
    #expect(removed.count <= exif.count, sourceLocation: sourceLocation)
    if let shared = Exif.shareable(exif, width: 123_456, height: 7) {
      let structure = Exif.Structure(shared)
      #expect(structure?[.gps] == nil && structure?[.thumbnail] == nil)
      #expect(Exif.orientation(in: shared) ?? .upright == .upright, sourceLocation: sourceLocation)
    }
  }

  @Test("Cut at every byte", arguments: [true, false])
  func truncation(bigEndian: Bool) {
    let stream = TIFFSample.full(bigEndian: bigEndian).stream
    for end in 0...stream.count { exercise(Array(stream[..<end])) }
  }

  @Test("Ten thousand times a few bytes changed", arguments: [true, false])
  func mutation(bigEndian: Bool) {
    let stream = TIFFSample.full(bigEndian: bigEndian).stream
    var random = SplitMix64(seed: bigEndian ? 1 : 2)
    for _ in 0..<5000 {
      var mutated = stream
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        // Half of the changes hit the first directory, where the structure is.
        let end = Bool.random(using: &random) ? 160 : mutated.count
        mutated[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      exercise(mutated)
    }
  }

  @Test("Offsets at the edges", arguments: [0, 1, 7, 8, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
  func edges(offset: Int) {
    let sample = TIFFSample.full(bigEndian: true)
    let stream = sample.stream
    let value = sample.number(offset, size: 4)
    for position in stride(from: 4, to: stream.count - 4, by: 2) {
      var mutated = stream
      mutated.replaceSubrange(position..<position + 4, with: value)
      exercise(mutated)
    }
  }
}

/// A small generator with a fixed seed, so that a failure comes again.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
