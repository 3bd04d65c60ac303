import ConverterCore
import TestSupport
import Testing

@testable import PDFPlugin

@Suite struct JBIG2Tests {
  @Test(arguments: [1, 2, 7, 8, 9, 31, 32, 33, 64, 65, 127, 600, 2481])
  func popplerReadsWhatIsWritten(width: Int) throws {
    for seed in 0..<4 {
      let bitmap = Bitmap.random(width: width, height: 50, seed: UInt64(seed))
      let file = ImageFile(
        width: width, height: 50,
        entries: "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode",
        data: JBIG2Encoder.encode(bitmap))
      let found = try ExtractedImage(of: file.bytes)
      #expect(Bitmap(width: width, height: 50, bytes: found.samples.map { ~$0 }) == bitmap)
    }
  }

  /// Bytes of ones and carries need noise without end.
  @Test func noiseIsWhole() throws {
    var noise = Noise(99)
    let bytes = (0..<200 * 1600).map { _ in UInt8.random(in: 0...255, using: &noise) }
    let bitmap = Bitmap(width: 1600, height: 1600, bytes: bytes)
    let file = ImageFile(
      width: 1600, height: 1600,
      entries: "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode",
      data: JBIG2Encoder.encode(bitmap))
    let found = try ExtractedImage(of: file.bytes)
    #expect(Bitmap(width: 1600, height: 1600, bytes: found.samples.map { ~$0 }) == bitmap)
  }
}
