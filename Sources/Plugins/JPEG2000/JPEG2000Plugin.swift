public import ConverterCore

/// JPEG 2000 pictures (ISO/IEC 15444) by OpenJPEG.
public enum JPEG2000Plugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(JPEG2000Reader())
    try registry.add(JPEG2000Writer())
  }
}
