/// Reads and edits Exif (JEITA CP-3451) in place.
public enum Exif {
  /// The orientation (tag 0x0112) of IFD 0; `nil` where there is none or it is not 1…8.
  public static func orientation(in exif: [UInt8]) -> Orientation? {
    nil
  }
}
