public import ConverterCore
import PictureModel

/// QOI pictures (https://qoiformat.org).
public enum QOIPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        org.qoiformat.qoi | QOI picture | qoi | image/qoi
        """)
    registry.add(signatures: [Signature("org.qoiformat.qoi", "'qoif'")])
    try registry.add(QOIReader())
    try registry.add(QOIWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture("rgba.qoi", "org.qoiformat.qoi", width: 48, height: 32, .rgba8)
  ]

  public static let fuzzTargets = [FuzzTarget("qoi", "org.qoiformat.qoi")]
}
