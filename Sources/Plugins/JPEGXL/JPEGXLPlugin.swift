public import ConverterCore
import PictureModel

/// JPEG XL pictures (ISO/IEC 18181) by libjxl.
public enum JPEGXLPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(JPEGXLReader())
    try registry.add(JPEGXLWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture(
      "rgba.jxl", "public.jpeg-xl", width: 48, height: 32, .rgba8, settings: ["lossless": "true"])
  ]

  public static let fuzzTargets = [FuzzTarget("jpegxl", "public.jpeg-xl")]
}
