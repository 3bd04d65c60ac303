public import ConverterCore

/// The portable maps of Netpbm: PBM, PGM, PPM, PAM and PFM.
public enum NetpbmPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(NetpbmReader())
    try registry.add(NetpbmWriter())
  }
}
