public import ConverterCore

/// The viewer of archives.
public enum ArchiveViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(ArchiveViewer())
  }
}
