import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// Files with a `mini` box in place of `meta`.
@Suite struct MinimizedImageTests {
  /// Numbers written bit by bit.
  private struct BitWriter {
    var bits: [Bool] = []

    mutating func write(_ value: Int, _ count: Int = 1) {
      for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
    }

    var bytes: [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(0) { byte, index in
          byte << 1 | (start + index < bits.count && bits[start + index] ? 1 : 0)
        }
      }
    }
  }

  static let exif = Array("II*\0some Exif data".utf8)
  static let profile: [UInt8] = [1, 2, 3]

  /// Red with the ramp as alpha, an ICC profile and Exif.
  static func file(
    orientation: Int = 1, brand: String = "heic", explicitCodec: String? = nil, version: Int = 0,
    hdr: Bool = false
  ) -> [UInt8] {
    let configuration = Array(Coded.hvcC.dropFirst(8))
    let alphaConfiguration = Array(Coded.monochromeHvcC.dropFirst(8))
    var bits = BitWriter()
    bits.write(version, 2)
    bits.write(explicitCodec == nil ? 0 : 1)
    // Integer samples of full range with alpha; code points are implied.
    bits.write(0b0110, 4)
    bits.write(hdr ? 1 : 0)
    // A profile, Exif, no XMP; 4:2:0.
    bits.write(0b110, 3)
    bits.write(1, 2)
    bits.write(orientation - 1, 3)
    // Sides of up to 128 pixels.
    bits.write(0)
    bits.write(63, 7)
    bits.write(63, 7)
    // Where chroma lies, 8 bits, premultiplied.
    bits.write(0b00, 2)
    bits.write(0)
    bits.write(1)
    for character in explicitCodec?.utf8.map(Int.init) ?? [] { bits.write(character, 8) }
    if hdr {
      // No gain map; light levels and a colour volume with one luminance.
      bits.write(0)
      bits.write(0b101000, 6)
      bits.write(0, 32)
      bits.write(0b0001_0000, 8)
      bits.write(0, 32)
    }
    // Small metadata, large configurations, small data.
    bits.write(0b010, 3)
    bits.write(profile.count - 1, 10)
    bits.write(configuration.count, 12)
    bits.write(Coded.red.count - 1, 15)
    bits.write(Coded.ramp.count, 15)
    bits.write(alphaConfiguration.count, 12)
    bits.write(0)
    bits.write(exif.count - 1, 10)
    return box("ftyp", Array("mif3".utf8) + Array(brand.utf8))
      + box(
        "mini",
        bits.bytes + configuration + alphaConfiguration + profile + Coded.ramp + Coded.red + exif)
  }

  @Test func itemsComeOutOfTheBox() throws {
    let context = try context()
    let facts = try read(Self.file(), in: context).facts
    #expect(facts.width == 64 && facts.height == 64)
    #expect(facts.colour == .icc(Self.profile))
    #expect(facts.metadata.exif == Self.exif)
    var format = PixelFormat.jfif(.s420)
    format.alpha = .premultiplied
    #expect(facts.format == format)
    let samples = try readPixels(Self.file(), in: context)
    #expect(samples.pixel(40, 3).prefix(3) == [100, 94, 200])
    #expect(samples[3, 60, 3] > samples[3, 10, 3])
  }

  @Test(arguments: 1...8)
  func orientationsAreThoseOfExif(orientation: Int) throws {
    let facts = try read(Self.file(orientation: orientation), in: context()).facts
    #expect(facts.storedOrientation.rawValue == orientation)
  }

  @Test func codecsMayBeNamed() throws {
    let facts = try read(Self.file(brand: "abcd", explicitCodec: "hvc1hvcC"), in: context()).facts
    #expect(facts.coding == "HEVC 4:2:0 8 bit")
    #expect(try failure(Self.file(explicitCodec: "vvc1vvcC"))?.code == .unsupportedContent)
    #expect(try failure(Self.file(brand: "abcd"))?.code == .unsupportedContent)
    #expect(try failure(Self.file(version: 1))?.code == .unsupportedContent)
  }

  @Test func descriptionsOfLightAreSkipped() throws {
    #expect(try read(Self.file(hdr: true), in: context()).facts.metadata.exif == Self.exif)
  }
}
