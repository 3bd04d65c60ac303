public import ConverterCore

/// What Outlook packs attachments into for other Outlooks: winmail.dat.
public enum TNEFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(TNEFReader())
  }
}
