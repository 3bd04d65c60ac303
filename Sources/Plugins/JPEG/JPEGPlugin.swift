public import ConverterCore
import PictureModel

/// JPEG pictures (ITU-T T.81, T.871) by libjpeg-turbo.
public enum JPEGPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        public.jpeg | JPEG picture | jpg jpeg jpe jfif jif jfi pjpeg mpo thm | image/jpeg image/jpg image/pjpeg
        """)
    registry.add(signatures: [Signature("public.jpeg", "FF D8 FF")])
    try registry.add(JPEGReader())
    try registry.add(JPEGWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture(
      "progressive.jpg", "public.jpeg", width: 96, height: 64, .rgb8,
      settings: ["progressive": "true"]),
    PictureFixture("gray.jpg", "public.jpeg", width: 40, height: 30, .gray8),
    PictureFixture("cmyk.jpg", "public.jpeg", width: 40, height: 30, .cmyk8),
  ]

  public static let fuzzTargets = [FuzzTarget("jpeg", "public.jpeg")]
}
