import ConverterCore
import HEIFPlugin
import JPEGPlugin
import PNGPlugin
import PictureModel

extension Parser {
  /// Facts and all pixels of a picture, within limits that keep a run fast.
  static func reader(_ name: String, _ type: ContentType.ID) -> Parser {
    Parser(name: name) { bytes in
      var registry = Registry()
      try? JPEGPlugin.register(in: &registry)
      try? PNGPlugin.register(in: &registry)
      try? HEIFPlugin.register(in: &registry)
      var limits = Limits.standard
      limits.pixels = 1 << 20
      limits.memory = 64 << 20
      limits.seconds = 10
      let context = ConversionContext(registry: registry, limits: limits)
      guard let reader = registry.reader(for: type, in: .standard) as? any Reader<Picture>,
        let picture = try? reader.read(InputFile(bytes: bytes), type: type, in: context),
        let source = try? picture.pixels(for: PixelDemand([.rgba8]), in: context)
      else { return }
      while let band = try? source.nextBand() { _ = band.height }
    }
  }
}
