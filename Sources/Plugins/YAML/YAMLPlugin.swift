public import ConverterCore

/// YAML, read through LibYAML and written in block style.
public enum YAMLPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(YAMLReader())
    try registry.add(YAMLWriter())
  }
}
