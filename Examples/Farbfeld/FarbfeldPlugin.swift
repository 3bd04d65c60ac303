public import ConverterCore

/// All that the rest of the program knows about the format.
public enum FarbfeldPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        org.suckless.farbfeld | farbfeld picture | ff | | farbfeld
        """)
    registry.add(signatures: [Signature("org.suckless.farbfeld", "'farbfeld'")])
    try registry.add(FarbfeldReader())
    try registry.add(FarbfeldWriter())
  }
}
