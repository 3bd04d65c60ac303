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

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    switch type {
    case "public.avif", "public.avis": [SystemLibrary.dav1d.required]
    case "public.heif-standard":
      [
        SystemLibrary.dav1d.required(for: "pictures coded as AV1"),
        SystemLibrary.libde265.required(for: Self.unusualHEVC),
      ]
    default: [SystemLibrary.libde265.required(for: Self.unusualHEVC)]
    }
  }

  /// What `Sources/Codecs/HEVC` leaves to libde265.
  private static let unusualHEVC = "HEVC of more than 8 bits, or of other chroma than 4:2:0"

  public func refusal(of type: ContentType.ID) -> String? {
    ["public.avci", "public.avcs"].contains(type) ? "H.264 (AVC) is not decoded" : nil
  }

  public init() {}

  /// - Throws: `damagedInput`; `unsupportedContent` naming what is coded in a way that fairy does
  ///   not decode; `limitExceeded`; `missingLibrary`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    do {
      let file = try HEIFFile(parsing: try input.contents(within: context.limits))
      try file.checkExtents()
      let pictures = HEIFPictures(file: file, path: input.path, context: context.conversion)
      return try pictures.primary()
    } catch {
      throw error.about(input.path)
    }
  }
}
