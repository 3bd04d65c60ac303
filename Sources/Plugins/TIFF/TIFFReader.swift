public import ConverterCore
public import PictureModel
import TIFFStructure

/// Reads TIFF and BigTIFF files: every page, of which the first is the picture itself.
public struct TIFFReader: Reader {
  public let name = "TIFF"
  public let types: [ContentType.ID] = ["public.tiff"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libtiff.required]
  }

  public init() {}

  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `missingLibrary`, `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(of: TIFFFile(input), in: context.conversion)
    }
  }

  private func picture(
    of file: TIFFFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let directories = try file.directories(in: context)
    if let flaw = directories.flaw {
      context.warn("the list of its pages breaks off after \(directories.pages.count): \(flaw)")
    }
    var picture = try page(at: directories.pages[0], of: file, in: context)
    for offset in directories.others.prefix(100) {
      if let companion = try file.directory(at: offset).companion {
        picture.facts.companions.append(companion)
      }
    }
    for offset in try file.directory(at: directories.pages[0]).below {
      if let companion = try? file.directory(at: offset).companion {
        picture.facts.companions.append(companion)
      }
    }
    let count = directories.pages.count
    guard count > 1 else { return picture }
    picture.parts = directories.pages.enumerated().map { index, offset in
      Sibling(name: Picture.pageName(index, of: count)) { () throws(ConversionError) in
        do throws(ConversionError) {
          return try page(at: offset, of: file, in: context)
        } catch {
          throw error.onPage(index + 1).about(file.input.path)
        }
      }
    }
    return picture
  }

  private func page(
    at offset: Int, of file: TIFFFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let directory = try file.directory(at: offset)
    let image = try TIFFImage(directory, in: context)
    guard try TIFFDecoderHandle.knows(compression: image.compression) else {
      throw ConversionError(
        .unsupportedContent,
        "is compressed in a way (number \(image.compression)) that libtiff here cannot decode")
    }
    let facts = try PictureFacts(image, in: context)
    let said = try directory.integer(TIFFTag.orientation).flatMap(Orientation.init)
    let palette = try image.palette()
    var picture = Picture(stored: facts, orientation: said ?? .upright, in: context) {
      _ throws(ConversionError) in
      try file.input.namedInErrors { () throws(ConversionError) in
        guard image.colours != nil else { return try RGBAPixelSource(image, in: context) }
        return try TIFFPixelSource(image, palette: palette, in: context)
      }
    }
    picture.origin = PictureOrigin(
      "public.tiff", in: file.input, at: 0..<file.input.byteCount, width: image.width,
      height: image.height, orientation: said ?? .upright)
    return picture
  }
}

extension ConversionError {
  fileprivate func onPage(_ number: Int) -> ConversionError {
    var copy = self
    copy.message = "page \(number): \(message)"
    return copy
  }
}
