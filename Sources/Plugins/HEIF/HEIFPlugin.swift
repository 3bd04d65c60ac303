public import ConverterCore

/// Pictures in the HEIF family of containers: HEIC (HEVC) and AVIF (AV1).
public enum HEIFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(HEIFReader())
    try registry.add(HEIFWriter())
  }
}
