import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PNGPlugin

@Suite("PNG files cut off or corrupted")
struct PNGDamageTests {
  @Test("A cut-off file is always refused", arguments: smallPictures)
  func truncation(sample: Sample) throws {
    let file = try sample.bytes()
    for count in 0..<file.count { expectRefusal(of: Array(file.prefix(count))) }
  }

  @Test(
    "A larger file is refused wherever it is cut off", arguments: otherPictures)
  func largeTruncation(sample: Sample) throws {
    let file = try sample.bytes()
    for point in 0..<200 { expectRefusal(of: Array(file.prefix(file.count * point / 200))) }
  }

  private func expectRefusal(of bytes: [UInt8]) {
    let error = #expect(throws: ConversionError.self) { try decode(bytes) }
    #expect(error?.code == .damagedInput, "\(bytes.count) bytes")
  }

  @Test("Random bytes in a file do not bring the reader down", arguments: [1, 2, 3, 4])
  func corruption(seed: UInt64) throws {
    var generator = Xorshift(seed: seed)
    for round in 0..<400 {
      let type = [0, 2, 3, 4, 6][round % 5]
      let file = PNGFile.random(
        20, 20, depth: 8, type: type, interlaced: round % 3 == 0,
        extra: type == 3 ? [PNGPixelsTests.palette(depth: 8, using: &generator)] : [],
        using: &generator)
      var bytes = file.inserting(Self.metadata).bytes
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      expectOutcome(of: bytes)
    }
  }

  @Test("Random bytes under right checksums do not bring the reader down", arguments: [5, 6, 7, 8])
  func corruptionWithChecksum(seed: UInt64) throws {
    var generator = Xorshift(seed: seed)
    for round in 0..<400 {
      let type = [0, 2, 3, 4, 6][round % 5]
      var file = PNGFile.random(
        20, 20, depth: 8, type: type, interlaced: round % 3 == 0,
        extra: type == 3 ? [PNGPixelsTests.palette(depth: 8, using: &generator)] : [],
        using: &generator
      ).inserting(Self.metadata)
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let chunk = Int.random(in: 0..<file.chunks.count, using: &generator)
        guard !file.chunks[chunk].bytes.isEmpty else { continue }
        let place = Int.random(in: 0..<file.chunks[chunk].bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          file.chunks[chunk].bytes[place] = UInt8.random(in: 0...255, using: &generator)
        } else {
          file.chunks[chunk].bytes.removeSubrange(place...)
        }
      }
      expectOutcome(of: file.bytes)
    }
  }

  /// Either a whole picture or an error of the one type.
  private func expectOutcome(of bytes: [UInt8]) {
    var limits = Limits.standard
    limits.pixels = 1 << 22
    do {
      let picture = try decode(bytes, in: makeContext(limits))
      #expect(
        picture.bytes.count == picture.width * picture.height * picture.format.samplesPerPixel
          * picture.format.bytesPerSample)
    } catch let error as ConversionError {
      #expect([.damagedInput, .unsupportedContent, .limitExceeded].contains(error.code))
    } catch {
      Issue.record(error)
    }
  }

  static let metadata: [PNGChunk] = [
    PNGChunk(type: .gamma, bytes: 45455.bigEndianBytes),
    PNGChunk(type: .profile, bytes: [65, 0, 0] + (Zlib.compress([1, 2, 3]) ?? [])),
    PNGChunk(type: .text, bytes: Array("Title\0words".utf8)),
    PNGChunk(type: .internationalText, bytes: Array("Title\0\0\0en\0Title\0words".utf8)),
    PNGChunk(
      type: .compressedText,
      bytes: Array("Raw profile type exif\0\0".utf8)
        + (Zlib.compress(Array("\nexif\n       4\n49492a00\n".utf8)) ?? [])),
    PNGChunk(type: .density, bytes: [0, 0, 11, 19, 0, 0, 11, 19, 1]),
  ]
}
