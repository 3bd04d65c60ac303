public import ConverterCore

/// ZIP archives.
public enum ZIPPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.archive
        public.zip-archive | ZIP archive | zip zipx | application/zip application/x-zip-compressed
        """)
    try registry.add(ZIPReader())
    try registry.add(ZIPWriter())
  }
}
