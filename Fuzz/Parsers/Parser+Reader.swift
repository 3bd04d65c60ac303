import ConverterCore
import HEIFPlugin
import JPEG2000Plugin
import JPEGPlugin
import PNGPlugin
import PictureModel

extension Parser {
  /// Facts and all pixels of a picture.
  static func reader(_ name: String, _ type: ContentType.ID) -> Parser {
    model(
      name, type, by: [JPEGPlugin.self, PNGPlugin.self, HEIFPlugin.self, JPEG2000Plugin.self],
      within: .quick(seconds: 10) { $0.pixels = 1 << 20 }
    ) { (picture: Picture, context) in
      guard let source = try? picture.pixels(for: PixelDemand([.rgba8]), in: context) else {
        return
      }
      while let band = try? source.nextBand() { _ = band.height }
    }
  }
}
