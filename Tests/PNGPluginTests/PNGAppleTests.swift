import CPNGReference
import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PNGPlugin

/// Apple's variant: raw deflate, blue first, colours multiplied by alpha.
@Suite("Apple CgBI PNG")
struct PNGAppleTests {
  static let files = Sample.files(
    fixtures: ["others/apple.png"], corpus: ["images/png/apple-cgbi.png"])

  @Test("The pixels are those that the file holds", arguments: files)
  func pixels(sample: Sample) throws {
    let file = try sample.bytes()
    let picture = try decode(file)
    #expect(picture.format == PixelFormat(.rgb, alpha: .premultiplied))
    #expect(picture.bytes == (try Self.expected(PNGFile(parsing: file))))
  }

  /// The file of the corpus is `basn6a08.png` after Xcode's treatment.
  @Test(
    "The pixels are those of the file it was made from",
    arguments: Sample.present(
      [
        ("fixtures/others/apple.png", "fixtures/others/apple-original.png"),
        ("images/png/apple-cgbi.png", "images/png/pngsuite/basn6a08.png"),
      ], name: \.0))
  func original(name: String, originalName: String) throws {
    let original = try decode(try Sample(originalName).bytes())
    let picture = try decode(try Sample(name).bytes())
    #expect(picture.bytes.count == original.bytes.count)
    for index in original.bytes.indices where index % 4 != 3 {
      let alpha = Int(original.bytes[index | 3])
      let premultiplied = (Int(original.bytes[index]) * alpha + 127) / 255
      #expect(abs(Int(picture.bytes[index]) - premultiplied) <= 1)
    }
    for index in stride(from: 3, to: original.bytes.count, by: 4) {
      #expect(picture.bytes[index] == original.bytes[index])
    }
  }

  @Test("A cut-off file is always refused", arguments: files)
  func truncation(sample: Sample) throws {
    let file = try sample.bytes()
    for count in 0..<file.count {
      let error = #expect(throws: ConversionError.self) { try decode(Array(file.prefix(count))) }
      #expect(error?.code == .damagedInput)
    }
  }

  @Test("Data that end too early are found", arguments: files)
  func shortData(sample: Sample) throws {
    var file = PNGFile(parsing: try sample.bytes())
    let place = try #require(file.chunks.lastIndex { $0.type == .data })
    for count in 0..<file.chunks[place].bytes.count {
      var cut = file
      cut.chunks[place].bytes.removeSubrange(count...)
      #expect(throws: ConversionError.self) { try decode(cut.bytes) }
    }
    file.chunks[place].bytes.append(0)
    #expect(try decode(file.bytes).width == 32)
  }

  /// Works the pixels out of the raw data without libpng: 8-bit BGRA, not interlaced.
  private static func expected(_ file: PNGFile) throws -> [UInt8] {
    let (width, height) = (32, 32)
    let stride = 4 * width
    let data = file.chunks.filter { $0.type == .data }.flatMap(\.bytes)
    var raw = [UInt8](repeating: 0, count: height * (stride + 1))
    try #require(raw_inflate(data, data.count, &raw, raw.count))
    var pixels = [UInt8](repeating: 0, count: height * stride)
    for y in 0..<height {
      for x in 0..<stride {
        let left = x < 4 ? 0 : Int(pixels[y * stride + x - 4])
        let up = y == 0 ? 0 : Int(pixels[(y - 1) * stride + x])
        let corner = x < 4 || y == 0 ? 0 : Int(pixels[(y - 1) * stride + x - 4])
        let guess: Int
        switch raw[y * (stride + 1)] {
        case 1: guess = left
        case 2: guess = up
        case 3: guess = (left + up) / 2
        case 4:
          let p = left + up - corner
          let (a, b, c) = (abs(p - left), abs(p - up), abs(p - corner))
          guess = a <= b && a <= c ? left : b <= c ? up : corner
        default: guess = 0
        }
        pixels[y * stride + x] =
          raw[y * (stride + 1) + 1 + x] &+ UInt8(truncatingIfNeeded: guess)
      }
    }
    for pixel in Swift.stride(from: 0, to: pixels.count, by: 4) {
      pixels.swapAt(pixel, pixel + 2)
    }
    return pixels
  }
}
