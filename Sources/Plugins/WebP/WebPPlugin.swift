public import ConverterCore
import PictureModel

/// WebP pictures and animations by libwebp.
public enum WebPPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        org.webmproject.webp | WebP picture | webp | image/webp
        """)
    registry.add(signatures: [Signature("org.webmproject.webp", "'RIFF' [4] 'WEBP'")])
    try registry.add(WebPReader())
    try registry.add(WebPWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture(
      "rgba.webp", "org.webmproject.webp", width: 48, height: 32, .rgba8,
      settings: ["lossless": "true", "exact": "true"])
  ]

  public static let fuzzTargets = [FuzzTarget("webp", "org.webmproject.webp")]
}
