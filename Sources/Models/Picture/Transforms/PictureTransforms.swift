public import ConverterCore

/// The options of pictures, the transforms that need no library, and the viewer.
///
/// Colour management stands between the two parts: it is registered after ``PictureTransforms`` and
/// before ``PictureFinish``.
public enum PictureTransforms: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PictureOptions.self)
    try registry.add(StillTransform())
    try registry.add(GeometryTransform())
    try registry.add(ResizeTransform())
  }
}

/// What is done last: alpha, depth and metadata as the target can hold them.
public enum PictureFinish: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(FlattenTransform())
    try registry.add(DepthTransform())
    try registry.add(MetadataTransform())
    try registry.add(PictureViewer())
  }
}
