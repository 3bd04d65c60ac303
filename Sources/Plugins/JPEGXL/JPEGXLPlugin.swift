public import ConverterCore
import PictureModel

/// JPEG XL pictures (ISO/IEC 18181) by libjxl.
public enum JPEGXLPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        public.jpeg-xl | JPEG XL picture | jxl | image/jxl | jpegxl
        """)
    registry.add(signatures: [
      Signature("public.jpeg-xl", "00 00 00 0C 'JXL ' 0D 0A 87 0A"),
      Signature("public.jpeg-xl", "FF 0A", confidence: 0.7),
    ])
    try registry.add(JPEGXLReader())
    try registry.add(JPEGXLWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture(
      "rgba.jxl", "public.jpeg-xl", width: 48, height: 32, .rgba8, settings: ["lossless": "true"])
  ]

  public static let fuzzTargets = [FuzzTarget("jpegxl", "public.jpeg-xl")]
}
