public import ConverterCore
import PictureModel

/// JPEG 2000 pictures (ISO/IEC 15444) by OpenJPEG.
public enum JPEG2000Plugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        public.jpeg-2000 | JPEG 2000 picture | jp2 jpg2 jpx jpf | image/jp2 image/jpx | jpeg2000
        public.jpeg-2000-codestream | JPEG 2000 codestream | j2k j2c jpc | image/j2c
        """)
    registry.add(signatures: [
      Signature("public.jpeg-2000", "00 00 00 0C 'jP  ' 0D 0A 87 0A"),
      Signature("public.jpeg-2000-codestream", "FF 4F FF 51 00"),
    ])
    try registry.add(JPEG2000Reader())
    try registry.add(JPEG2000Writer())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture(
      "rgba.jp2", "public.jpeg-2000", width: 48, height: 32, .rgba8, settings: ["lossless": "true"])
  ]

  public static let fuzzTargets = [FuzzTarget("jpeg2000", "public.jpeg-2000")]
}
