internal import CLibWebP
import ConverterCore

/// The library as a whole.
enum LibWebP {
  static var outOfMemory: ConversionError {
    ConversionError.exceeding(
      .init(unresolved: .memory),
      "libwebp found no memory for the picture; make it smaller with --resize")
  }
}

extension SystemLibrary {
  static let libwebp = unsafe SystemLibrary(
    "libwebp", package: "libwebp7", opening: { unsafe fairy_libwebp_open() })
  static let libwebpmux = unsafe SystemLibrary(
    "libwebpmux", package: "libwebpmux3", opening: { unsafe fairy_libwebpmux_open() })
}
