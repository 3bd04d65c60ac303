import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Colours of a device that a file has another meaning for")
struct DefaultColourSpaceTests {
  private static func file(_ spaces: String) -> [UInt8] {
    var noise = Noise(5)
    let gray = (0..<300 * 300).flatMap { index -> [UInt8] in
      let value = UInt8(index % 300 / 2 + Int.random(in: 0...9, using: &noise))
      return [value, value, value]
    }
    var file = WrittenPDF()
    file.addPage(
      3, "/Resources << /XObject << /Im 5 0 R >> \(spaces) >>", "q 144 0 0 144 0 0 cm /Im Do Q")
    file.add(
      5,
      "/Type /XObject /Subtype /Image /Width 300 /Height 300 /BitsPerComponent 8 "
        + "/ColorSpace /DeviceRGB", stream: gray)
    return file.bytes
  }

  private static func space(of bytes: [UInt8]) throws -> String? {
    let file = try PDFFile(InputFile(bytes: bytes), limits: .standard)
    return try file.page(0)["/Resources"]["/XObject"]["/Im"]["/ColorSpace"].name
  }

  @Test(arguments: [
    "/ColorSpace << /DefaultRGB [/CalRGB << /WhitePoint [0.95 1 1.09] /Gamma [1.4 1.8 2.2] >>] >>",
    "/ColorSpace << /DefaultGray [/CalGray << /WhitePoint [0.95 1 1.09] /Gamma 4 >>] >>",
  ])
  func `Pictures stay in their colour space`(spaces: String) throws {
    let result = try Compressed(Self.file(spaces))
    #expect(result.images.first?["became"]?["codec"]?.text == "JPEG")
    #expect(try Self.space(of: result.bytes) == "/DeviceRGB")
  }

  @Test func `Without one gray becomes gray`() throws {
    #expect(try Self.space(of: try Compressed(Self.file("")).bytes) == "/DeviceGray")
  }
}
