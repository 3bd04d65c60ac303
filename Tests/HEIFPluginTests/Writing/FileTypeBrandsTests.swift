import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// The first box names what a reader has to know.
@Suite struct FileTypeBrandsTests {
  @Test(arguments: [
    (PixelFormat.jfif(.s420), WrittenType.heic, "heic"),
    (.jfif(.s422), .heic, "heix"),
    (.gray8, .heic, "heix"),
    (PixelFormat(.ycbcr(.s420, .bt2020, .full), bitDepth: 10), .heic, "heix"),
    (PixelFormat(.ycbcr(.s420, .bt2020, .full), bitDepth: 10), .avif, "avif"),
  ])
  func majorBrand(_ format: PixelFormat, _ type: WrittenType, _ brand: String) throws {
    let buffer = SyntheticPicture.buffer(format, width: 64, height: 64)
    let file = try HEIFWriter.bytes(of: SyntheticPicture.picture(buffer), as: type.id)
    #expect(String(decoding: file[4..<12], as: UTF8.self) == "ftyp\(brand)")
    let size = Int(file[3])
    let compatible = stride(from: 16, to: size, by: 4).map {
      String(decoding: file[$0..<$0 + 4], as: UTF8.self)
    }
    #expect(compatible.contains(brand) && compatible.contains("mif1"))
    #expect(brand == "heic" || !compatible.contains("heic"))
  }

  @Test func theMinorVersionIsNoBrand() {
    let box: [UInt8] = [0, 0, 0, 24] + Array("ftypheicheicmif1heic".utf8)
    let file = box + [1, 2]
    let changed = FileTypeBrands.extendedHEIC(file.span)
    #expect(changed == [0, 0, 0, 24] + Array("ftypheixheicmif1heix".utf8))
  }

  /// Too short, longer than the file, or another box.
  @Test(arguments: [
    [], [0, 0, 0, 24], [0, 0, 0, 255] + Array("ftypheic0000heic".utf8),
    [0, 0, 0, 20] + Array("mdatheic0000heic".utf8),
  ])
  func otherBytesAreLeftAlone(_ bytes: [UInt8]) {
    let changed = FileTypeBrands.extendedHEIC(bytes.span)
    #expect(changed == [])
  }
}
