import ConverterCore
import HEIFPlugin
import PictureModel
import Testing

/// A context in which the HEIF plugin alone is registered.
func context(limits: Limits = .standard, threads: Int = 2) throws -> ConversionContext {
  var registry = Registry()
  try registry.add(HEIFReader())
  return ConversionContext(registry: registry, limits: limits, threads: threads)
}

func read(
  _ bytes: [UInt8], in context: ConversionContext
) throws(ConversionError) -> Picture {
  try HEIFReader().read(InputFile(bytes: bytes), type: "public.heic", in: ReadingContext(context))
}

/// Reads the picture and pulls all its pixels.
func readPixels(
  _ bytes: [UInt8], in context: ConversionContext
) throws(ConversionError) -> Samples {
  let picture = try read(bytes, in: context)
  return try Samples(try picture.open(PixelDemand([picture.facts.format])))
}

/// What goes wrong with `bytes`, whether before or while pixels are decoded.
func failure(_ bytes: [UInt8], limits: Limits = .standard) throws -> ConversionError? {
  let context = try context(limits: limits)
  do throws(ConversionError) {
    _ = try readPixels(bytes, in: context)
    return nil
  } catch {
    return error
  }
}

/// All samples of a picture, plane by plane.
struct Samples {
  let format: PixelFormat
  let width: Int
  let height: Int
  private(set) var planes: [(width: Int, samples: [UInt16])] = []

  init(_ source: any PixelSource) throws(ConversionError) {
    format = source.format
    width = source.width
    height = source.height
    planes = (0..<format.planeCount).map {
      (format.planeSize($0, width: width, height: height).width, [])
    }
    while let band = try source.nextBand() {
      for index in planes.indices {
        let plane = band.plane(index)
        for y in 0..<plane.height {
          for x in 0..<plane.width {
            planes[index].samples.append(
              format.bytesPerSample == 1
                ? UInt16(plane.row(y, as: UInt8.self)[x]) : plane.row(y, as: UInt16.self)[x])
          }
        }
      }
    }
  }

  subscript(plane: Int, x: Int, y: Int) -> UInt16 {
    planes[plane].samples[y * planes[plane].width + x]
  }

  /// Y, Cb and Cr (and alpha) at a luma position.
  func pixel(_ x: Int, _ y: Int) -> [UInt16] {
    guard case .ycbcr(let subsampling, _, _) = format.channels else {
      let count = format.samplesPerPixel
      return (0..<count).map { self[0, x * count + $0, y] }
    }
    return planes.indices.map { index in
      let isChroma = subsampling != .monochrome && (index == 1 || index == 2)
      return self[
        index, isChroma ? x / subsampling.horizontal : x, isChroma ? y / subsampling.vertical : y]
    }
  }
}
