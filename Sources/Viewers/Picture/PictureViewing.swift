public import ConverterCore

/// The viewer of pictures.
public enum PictureViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PictureViewer())
  }
}
