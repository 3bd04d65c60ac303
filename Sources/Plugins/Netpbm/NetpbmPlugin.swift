public import ConverterCore
import PictureModel

/// The portable maps of Netpbm: PBM, PGM, PPM, PAM and PFM.
public enum NetpbmPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(types: types)
    registry.add(NetpbmProbe.self)
    try registry.add(NetpbmReader())
    try registry.add(NetpbmWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture("rgb-16bit.ppm", "public.ppm", width: 24, height: 16, .rgb16)
  ]

  public static let fuzzTargets = [FuzzTarget("netpbm", "public.ppm")]
}
