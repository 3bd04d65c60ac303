public import ConverterCore

/// Photos as those need to know them who look through thousands.
public enum PhotoLookPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PhotoLookTransform())
  }

  /// What asks for a look.
  package static let setting = OptionDescriptor(
    "look", .choice(["off", "photo"]), default: "off",
    help: "photo: with --json, what triage wants to know of a photo (receipt)")
}
