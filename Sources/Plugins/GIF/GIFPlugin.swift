public import ConverterCore

/// GIF pictures and animations (GIF89a) by giflib.
public enum GIFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(GIFReader())
    try registry.add(GIFWriter())
  }

  public static let fuzzTargets = [FuzzTarget("gif", "com.compuserve.gif")]
}
