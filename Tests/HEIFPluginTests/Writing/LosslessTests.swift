import ConverterCore
import HEIFPlugin
import PictureModel
import Testing

/// Pictures written with `lossless` come back sample by sample.
@Suite struct LosslessTests {
  static let lossless = ["lossless": "true"]

  /// Sizes that neither codec's blocks divide, and the least there is.
  static let sizes = [[1, 1], [1, 7], [63, 65], [64, 64], [130, 90]]

  @Test(arguments: WrittenType.allCases, sizes)
  func rgb8(_ type: WrittenType, _ size: [Int]) throws {
    let buffer = SyntheticPicture.buffer(.rgb8, width: size[0], height: size[1])
    let decoded = try roundTrip(buffer, type)
    #expect([decoded.width, decoded.height] == size)
    #expect(decoded.bitDepth == 8)
    #expect(difference(decoded.red, buffer.samples(0)) == nil)
    #expect(difference(decoded.green, buffer.samples(1)) == nil)
    #expect(difference(decoded.blue, buffer.samples(2)) == nil)
    #expect(decoded.alpha == nil)
  }

  @Test(arguments: WrittenType.allCases, sizes)
  func rgba8(_ type: WrittenType, _ size: [Int]) throws {
    let buffer = SyntheticPicture.buffer(.rgba8, width: size[0], height: size[1])
    let decoded = try roundTrip(buffer, type)
    #expect(difference(decoded.red, buffer.samples(0)) == nil)
    #expect(difference(decoded.green, buffer.samples(1)) == nil)
    #expect(difference(decoded.blue, buffer.samples(2)) == nil)
    #expect(difference(decoded.alpha, buffer.samples(3)) == nil)
    #expect(!decoded.isPremultiplied)
  }

  @Test(arguments: WrittenType.allCases, [10, 12])
  func rgb16HoldsDeepSamples(_ type: WrittenType, _ depth: Int) throws {
    // Words use their whole range for samples of 10 or 12 bits.
    let maximum = 1 << depth - 1
    let stored = SyntheticPicture.buffer(.rgba16, width: 90, height: 61) { x, y, sample, _ in
      SyntheticPicture.sample(x: x, y: y, plane: sample, maximum: maximum) * 65_535 / maximum
    }
    let decoded = try roundTrip(stored, type, sampleDepth: depth)
    #expect(decoded.bitDepth == depth)
    for (index, samples) in [decoded.red, decoded.green, decoded.blue, decoded.alpha].enumerated() {
      let expected = stored.samples(index).map { ($0 * maximum + 32_767) / 65_535 }
      #expect(difference(samples, expected) == nil)
    }
  }

  @Test(arguments: WrittenType.allCases, sizes)
  func grayStaysMonochrome(_ type: WrittenType, _ size: [Int]) throws {
    let buffer = SyntheticPicture.buffer(.grayAlpha8, width: size[0], height: size[1])
    let decoded = try roundTrip(buffer, type)
    #expect(difference(decoded.green, buffer.samples(0)) == nil)
    #expect(difference(decoded.red, decoded.green) == nil)
    #expect(difference(decoded.blue, decoded.green) == nil)
    #expect(difference(decoded.alpha, buffer.samples(1)) == nil)
  }

  @Test(arguments: WrittenType.allCases)
  func gray10(_ type: WrittenType) throws {
    let buffer = SyntheticPicture.buffer(.gray16, width: 70, height: 40)
    let decoded = try roundTrip(buffer, type, sampleDepth: 10)
    #expect(decoded.bitDepth == 10)
    #expect(
      difference(decoded.green, buffer.samples(0).map { ($0 * 1023 + 32_767) / 65_535 }) == nil)
  }

  @Test(arguments: WrittenType.allCases, [8, 10, 12])
  func monochromePlanesAreKept(_ type: WrittenType, _ depth: Int) throws {
    let format = PixelFormat(.ycbcr(.monochrome, .bt709, .full), bitDepth: depth)
    let buffer = SyntheticPicture.buffer(format, width: 81, height: 70)
    let decoded = try roundTrip(buffer, type)
    #expect(decoded.bitDepth == depth)
    #expect(difference(decoded.green, buffer.samples(0)) == nil)
  }

  @Test(arguments: WrittenType.allCases, [8, 10, 12])
  func identityPlanesAreKept(_ type: WrittenType, _ depth: Int) throws {
    let format = PixelFormat(
      .ycbcr(.s444, .identity, .full), alpha: .premultiplied, bitDepth: depth)
    let buffer = SyntheticPicture.buffer(format, width: 81, height: 70)
    let decoded = try roundTrip(buffer, type)
    #expect(difference(decoded.green, buffer.samples(0)) == nil)
    #expect(difference(decoded.blue, buffer.samples(1)) == nil)
    #expect(difference(decoded.red, buffer.samples(2)) == nil)
    #expect(difference(decoded.alpha, buffer.samples(3)) == nil)
    #expect(decoded.isPremultiplied)
  }

  private func roundTrip(
    _ buffer: PixelBuffer, _ type: WrittenType, sampleDepth: Int? = nil
  ) throws -> ReferenceDecoder {
    let picture = SyntheticPicture.picture(buffer, sampleDepth: sampleDepth)
    return try ReferenceDecoder(
      HEIFWriter.bytes(of: picture, as: type.id, settings: Self.lossless))
  }
}
