public import ConverterCore

/// SVG drawings, drawn by librsvg.
public enum SVGPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(SVGReader())
    registry.add(GzipHandle())
  }

  public static let fuzzTargets = [FuzzTarget("svg", "public.svg-image")]
}
