public import ConverterCore

/// Archives that are read through libarchive: tar and its compressed forms, 7-Zip, RAR, ISO 9660, …
public enum LibArchivePlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(LibArchiveReader())
  }
}
