import ConverterCore
import HEIFPlugin
import PictureModel
import Testing

@Suite struct HEIFWriterOptionsTests {
  @Test func standards() throws {
    let options = try HEIFWriterOptions(ConversionOptions())
    #expect(options.loss.quality == Quality(0.8))
    #expect(!options.loss.isNone)
    #expect(options.depth == nil)
    #expect(options.speed == 7)
  }

  @Test(arguments: [
    "lossless": "yes", "depth": "9", "speed": "11", "chroma": "440",
  ])
  func valueOutOfRange(_ key: String, _ value: String) {
    #expect(Self.code(["images": "all", key: value]) == .usage)
  }

  @Test(arguments: ["420", "422"])
  func losslessTakesNoSubsampling(_ chroma: String) {
    #expect(Self.code(["lossless": "true", "chroma": chroma]) == .usage)
  }

  @Test(arguments: [
    ["lossless": "true", "chroma": "444"], ["lossless": "true", "depth": "10", "speed": "0"],
    ["images": "all"],
  ])
  func whatGoesTogether(_ settings: [String: String]) {
    #expect(Self.code(settings) == nil)
  }

  @Test(arguments: [
    ([:], 10), (["depth": "8"], 8), (["depth": "12"], 12), (["lossless": "true"], 12),
  ])
  func capabilities(_ settings: [String: String], _ depth: Int) throws {
    var options = ConversionOptions()
    options.settings = settings
    let capabilities = try HEIFWriter().capabilities(
      for: "public.avif", options: HEIFWriterOptions(options))
    #expect(capabilities.maximumBitDepth == depth)
    #expect(capabilities.alpha && !capabilities.cmyk)
    #expect(capabilities.items == [.icc, .cicp, .exif, .xmp])
  }

  private static func code(_ settings: [String: String]) -> ConversionError.Code? {
    var options = ConversionOptions()
    options.settings = settings
    do {
      _ = try HEIFWriterOptions(options)
      return nil
    } catch {
      return error.code
    }
  }
}
