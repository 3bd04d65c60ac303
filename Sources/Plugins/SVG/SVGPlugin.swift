public import ConverterCore

/// SVG drawings, drawn by librsvg.
public enum SVGPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image public.xml
        public.svg-image | SVG picture | svg | image/svg+xml
        > org.gnu.gnu-zip-archive public.image
        public.svgz-image | compressed SVG picture | svgz | image/svg+xml
        """)
    registry.add(XMLRoot("svg", "public.svg-image", compressed: "public.svgz-image"))
    try registry.add(SVGReader())
    registry.add(GzipHandle())
  }

  public static let fuzzTargets = [FuzzTarget("svg", "public.svg-image")]
}
