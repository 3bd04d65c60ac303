public import ConverterCore
import PictureModel

/// Pictures in the HEIF family of containers: HEIC (HEVC) and AVIF (AV1).
public enum HEIFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(types: types)
    registry.add(HEIFBrands.self)
    try registry.add(HEIFReader())
    try registry.add(HEIFWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture("alpha.heic", "public.heic", width: 64, height: 64, .rgba8),
    PictureFixture("photo.avif", "public.avif", width: 160, height: 120, .rgb8),
  ]

  public static let fuzzTargets = [FuzzTarget("heif", "public.heic")]
}
