public import ConverterCore

/// The tables of HTML pages.
public enum HTMLTablePlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.text
        public.html | HTML page | html htm shtml | text/html
        """)
    try registry.add(HTMLTableReader())
    try registry.add(HTMLTableWriter())
  }

  public static let fuzzTargets = [FuzzTarget("html", "public.html")]
}
