public import ConverterCore

/// TIFF pictures (TIFF 6.0 and its supplements, BigTIFF), whose strips and tiles libtiff decodes and codes.
public enum TIFFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        public.tiff | TIFF picture | tif tiff btf tf8 | image/tiff image/x-tiff | bigtiff
        """)
    try registry.add(TIFFReader())
    try registry.add(TIFFWriter())
  }

  public static let fuzzTargets = [FuzzTarget("tiff", "public.tiff")]
}
