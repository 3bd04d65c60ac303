import ConverterCore
import JPEGPlugin
import PictureModel
import Scanning
import SystemPackage

/// Photos in files, as the detector wants them.
enum JPEGPhoto {
  static func picture(of path: String, in context: ConversionContext) throws -> Picture {
    try JPEGReader().read(
      try InputFile(path: FilePath(path)), type: "public.jpeg", in: ReadingContext(context))
  }

  static func pixels(of path: String) throws -> PixelBuffer {
    let context = ConversionContext(registry: Registry())
    let picture = try picture(of: path, in: context)
    let part = PageDetector.sufficientLongSide
    let longer = max(picture.facts.width, picture.facts.height)
    var demand = PixelDemand([.rgb8])
    if longer > part {
      demand.sufficientSize = (
        (picture.facts.width * part + longer - 1) / longer,
        (picture.facts.height * part + longer - 1) / longer
      )
    }
    return try PixelBuffer(
      collecting: try picture.pixels(for: demand, in: context), in: context)
  }
}
