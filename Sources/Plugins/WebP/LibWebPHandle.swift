private import CLibWebP
import ConverterCore

/// The library as a whole.
enum LibWebP {
  /// - Throws: `missingLibrary`.
  static func open() throws(ConversionError) {
    guard let reason = fairy_libwebp_open() else { return }
    throw missing("libwebp7", reason)
  }

  /// Its part for animations, too.
  static func openAnimations() throws(ConversionError) {
    try open()
    guard let reason = fairy_libwebpmux_open() else { return }
    throw missing("libwebpmux3", reason)
  }

  private static func missing(_ package: String, _ reason: UnsafePointer<CChar>) -> ConversionError
  {
    ConversionError(
      .missingLibrary,
      "WebP needs libwebp (on Debian the package \(package)): " + String(cString: reason))
  }

  static var outOfMemory: ConversionError {
    ConversionError(
      .limitExceeded, "libwebp found no memory for the picture; make it smaller with --resize")
  }
}
