public import ConverterCore

/// The options of pictures, and the transforms that need no library.
public enum PictureTransforms: ConverterPlugin {
  public static var optionGroups: [any ConversionOptionGroup.Type] {
    [PictureOptions.self, PageSelection.self]
  }

  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    for group in optionGroups { try registry.add(group) }
    try registry.add(StillTransform())
    // Pictures are cut and turned before they are resized.
    try registry.add(GeometryTransform())
    try registry.add(ResizeTransform())
    try registry.add(FlattenTransform())
    try registry.add(DepthTransform())
    // When it is known what the picture is.
    try registry.add(MetadataTransform())
    registry.exampleRequest = .object([
      .init("input", .string("a.heic")), .init("to", .string("jpeg")),
    ])
  }
}
