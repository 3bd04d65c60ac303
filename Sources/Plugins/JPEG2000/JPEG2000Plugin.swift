public import ConverterCore
import PictureModel

/// JPEG 2000 pictures (ISO/IEC 15444) by OpenJPEG.
public enum JPEG2000Plugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(JPEG2000Reader())
    try registry.add(JPEG2000Writer())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture(
      "rgba.jp2", "public.jpeg-2000", width: 48, height: 32, .rgba8, settings: ["lossless": "true"])
  ]

  public static let fuzzTargets = [FuzzTarget("jpeg2000", "public.jpeg-2000")]
}
