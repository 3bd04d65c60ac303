public import ConverterCore
public import SystemPackage

/// Looks at photos: what reads files that nobody has checked, and so is done elsewhere, in sealed workers.
public protocol PhotoReader {
  /// What is seen of photos.
  ///
  /// - Parameter files: a thousand at a time.
  /// - Returns: of each file, in their order, what is seen, or why nothing is.
  /// - Throws: what keeps it from going on: `interrupted`.
  func looks(
    at files: [FilePath]
  ) throws(ConversionError) -> [Result<PhotoLook, ConversionError>]
}
