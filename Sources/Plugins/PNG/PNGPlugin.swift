public import ConverterCore
import PictureModel

/// PNG pictures, by libpng.
public enum PNGPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(types: types)
    registry.add(signatures: signatures)
    registry.add(AnimationProbe.self)
    try registry.add(PNGReader())
    try registry.add(PNGWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture("gray.png", "public.png", width: 33, height: 17, .gray8),
    PictureFixture("gray-alpha.png", "public.png", width: 33, height: 17, .grayAlpha8),
    PictureFixture("rgba.png", "public.png", width: 48, height: 32, .rgba8),
    PictureFixture("rgb-16bit.png", "public.png", width: 48, height: 32, .rgb16),
    PictureFixture(
      "interlaced.png", "public.png", width: 48, height: 32, .rgb8, settings: ["interlace": "true"]),
  ]

  public static let fuzzTargets = [FuzzTarget("png", "public.png")]
}
