public import ConverterCore

/// Property lists, in XML and binary.
public enum PropertyListPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.data
        com.apple.property-list | property list
        > public.xml com.apple.property-list
        com.apple.xml-property-list | XML property list | plist | application/x-plist
        > com.apple.property-list
        com.apple.binary-plist | binary property list | bplist plist | application/x-bplist
        """)
    registry.add(signatures: [
      Signature("com.apple.binary-plist", "'bplist0'", or: ["com.apple.webloc"])
    ])
    registry.add(XMLRoot("plist", "com.apple.xml-property-list", or: ["com.apple.webloc"]))
    try registry.add(PropertyListReader())
    try registry.add(PropertyListWriter())
  }

  public static let fuzzTargets = [FuzzTarget("plist", "com.apple.property-list")]
}
