public import ConverterCore

/// Folders as archives, and as what archives become.
public enum FolderPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(FolderReader())
    registry.add(packer: PackedInputReader())
    try registry.add(EntryFolderWriter())
    try registry.add(EntryContentWriter())
  }
}
