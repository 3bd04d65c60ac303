public import ConverterCore

/// Property lists, in XML and binary.
public enum PropertyListPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PropertyListReader())
    try registry.add(PropertyListWriter())
  }
}
