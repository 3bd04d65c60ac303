public import ConverterCore

/// Archives that are read through libarchive: tar and its compressed forms, 7-Zip, RAR, ISO 9660, …
public enum LibArchivePlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(types: types)
    registry.add(signatures: signatures)
    try registry.add(LibArchiveReader())
  }

  public static let fuzzTargets = [
    FuzzTarget("tar", "public.tar-archive"), FuzzTarget("gzip", "org.gnu.gnu-zip-archive"),
    FuzzTarget("7z", "org.7-zip.7-zip-archive"), FuzzTarget("rar", "com.rarlab.rar-archive"),
    FuzzTarget("cab", "com.microsoft.cab"), FuzzTarget("iso", "public.iso-image"),
    FuzzTarget("cpio", "public.cpio-archive"), FuzzTarget("xar", "com.apple.xar-archive"),
    FuzzTarget("lha", "public.lha-archive"),
  ]
}
