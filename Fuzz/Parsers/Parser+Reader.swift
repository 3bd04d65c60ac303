import BMPPlugin
import CameraRawPlugin
import ConverterCore
import GIFPlugin
import HEIFPlugin
import ICOPlugin
import JPEG2000Plugin
import JPEGPlugin
import JPEGXLPlugin
import NetpbmPlugin
import PNGPlugin
import PictureModel
import QOIPlugin
import SVGPlugin
import TIFFPlugin
import WebPPlugin

extension Parser {
  /// Facts and all pixels of a picture, and of the next few of an animation.
  static func reader(_ name: String, _ type: ContentType.ID) -> Parser {
    model(
      name, type,
      by: [
        JPEGPlugin.self, PNGPlugin.self, HEIFPlugin.self, JPEG2000Plugin.self, TIFFPlugin.self,
        JPEGXLPlugin.self, SVGPlugin.self, WebPPlugin.self, GIFPlugin.self, BMPPlugin.self,
        NetpbmPlugin.self, QOIPlugin.self, ICOPlugin.self, CameraRawPlugin.self,
      ],
      within: .quick(seconds: 10) { $0.pixels = 1 << 20 }
    ) { (picture: Picture, context) in
      let pages = picture.parts.prefix(3).compactMap { try? $0.open() }
      for page in pages.isEmpty ? [picture] : pages {
        let formats: [PixelFormat] = page.facts.format.channels == .cmyk ? [.cmyk8] : [.rgba8]
        var demand = PixelDemand(formats)
        // Of an animation the first pictures, and then the first one again.
        for frame in [0, 1, 2, 0].filter({ $0 < page.facts.animation?.durations.count ?? 1 }) {
          demand.frame = frame
          guard let source = try? page.pixels(for: demand, in: context) else { continue }
          while let band = try? source.nextBand() { _ = band.height }
        }
      }
    }
  }
}
