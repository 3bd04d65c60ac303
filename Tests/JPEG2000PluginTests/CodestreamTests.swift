import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEG2000
@testable import JPEG2000Plugin

/// What is known of a codestream before it is decoded.
@Suite struct CodestreamTests {
  private func codestream(_ bytes: [UInt8]) throws -> Codestream {
    try Codestream(InputFile(bytes: bytes), in: 0..<bytes.count, context())
  }

  /// Only the bit for part 15 of the standard says so.
  @Test(arguments: [(0x0002_0000, "reversible, high throughput"), (0x0004_0000, "reversible")])
  func capabilitiesAreNamed(_ bits: Int, _ coding: String) throws {
    var bytes = TinyJPEG2000.bit
    bytes.insert(
      contentsOf: [0xFF, 0x50, 0, 8] + JP2Boxes.number(bits, 4) + [0, 0], at: 45)
    #expect(try read(bytes).facts.coding == coding)
  }

  /// The data are held by us and by OpenJPEG.
  @Test func dataCountTwice() throws {
    let bytes = TinyJPEG2000.bit
    let more = try codestream(bytes + [UInt8](repeating: 0, count: 1000)).decodingBytes()
    #expect(try more - codestream(bytes).decodingBytes() == 2000)
  }
}
