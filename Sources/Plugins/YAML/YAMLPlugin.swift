public import ConverterCore

/// YAML, read through LibYAML and written in block style.
public enum YAMLPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.plain-text
        public.yaml | YAML document | yaml yml | application/yaml application/x-yaml
        """)
    try registry.add(YAMLReader())
    try registry.add(YAMLWriter())
  }

  public static let fuzzTargets = [FuzzTarget("yaml", "public.yaml")]
}
