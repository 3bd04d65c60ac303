public import ConverterCore

/// What cameras' sensors saw, made into pictures by LibRaw.
public enum CameraRawPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(types: types)
    registry.add(signatures: signatures)
    registry.add(CameraDirectories.self)
    registry.add(CameraBrands.self)
    try registry.add(CameraRawReader())
  }

  public static let fuzzTargets = [FuzzTarget("raw", "com.adobe.raw-image")]
}
