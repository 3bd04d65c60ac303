public import ConverterCore

/// TOML, read and written.
public enum TOMLPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.plain-text
        public.toml | TOML document | toml | application/toml
        """)
    try registry.add(TOMLReader())
    try registry.add(TOMLWriter())
  }

  public static let fuzzTargets = [FuzzTarget("toml", "public.toml")]
}
