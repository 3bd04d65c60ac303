public import ConverterCore
import PictureModel

/// Windows and OS/2 bitmaps.
public enum BMPPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(types: types)
    registry.add(signatures: signatures)
    try registry.add(BMPReader())
    try registry.add(BMPWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture("rgba.bmp", "com.microsoft.bmp", width: 48, height: 32, .rgba8)
  ]

  public static let fuzzTargets = [FuzzTarget("bmp", "com.microsoft.bmp")]
}
