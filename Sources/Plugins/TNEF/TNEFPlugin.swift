public import ConverterCore

/// What Outlook packs attachments into for other Outlooks: winmail.dat.
public enum TNEFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.archive
        com.microsoft.tnef | Outlook attachment (winmail.dat) | tnef | application/vnd.ms-tnef application/ms-tnef | | winmail.dat
        """)
    registry.add(signatures: [Signature("com.microsoft.tnef", "78 9F 3E 22")])
    try registry.add(TNEFReader())
  }
}
