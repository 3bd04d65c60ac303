public import ConverterCore
public import PictureModel

/// Reads the primary picture of an HEIF or AVIF file; what else the file holds are its siblings.
///
/// The container is parsed here and coded items go to libde265 and dav1d, so that the tiles of a
/// grid decode in parallel, straight to the planes of one picture.
public struct HEIFReader: Reader {
  public let name = "HEIF"

  public let types: [ContentType.ID] = [
    "public.heic", "public.heics", "public.heif-standard", "public.avci", "public.avif",
    "public.avis",
  ]

  public init() {}

  /// - Throws: `damagedInput`; `unsupportedContent` naming what is coded in a way that fairy does
  ///   not decode; `limitExceeded`; `missingLibrary`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    do {
      let file = try HEIFFile(parsing: try input.contents(within: context.limits))
      try file.checkExtents()
      let pictures = HEIFPictures(file: file, path: input.path, context: context)
      return try pictures.primary()
    } catch {
      throw error.about(input.path)
    }
  }
}
