public import ConverterCore

/// GIF pictures and animations (GIF89a) by giflib.
public enum GIFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        com.compuserve.gif | GIF picture | gif | image/gif
        """)
    registry.add(signatures: [
      Signature("com.compuserve.gif", "'GIF87a'"),
      Signature("com.compuserve.gif", "'GIF89a'"),
    ])
    try registry.add(GIFReader())
    try registry.add(GIFWriter())
  }

  public static let fuzzTargets = [FuzzTarget("gif", "com.compuserve.gif")]
}
