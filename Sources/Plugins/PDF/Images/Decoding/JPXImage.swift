import ConverterCore
import JPEG2000

/// A JPXDecode stream.
struct JPXImage {
  private let file: JPEG2000File
  let channels: Channels

  /// Reads headers alone.
  ///
  /// - Parameter channels: of the colour space that stands outside of it, which then counts alone; `nil` for none.
  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`.
  init(
    _ data: [UInt8], channels count: Int?, in context: ConversionContext
  ) throws(ConversionError) {
    file = try JPEG2000File(InputFile(bytes: data), in: context)
    if let count, ![.enumerated(3), .enumerated(18)].contains(file.header.colour) {
      channels = try Channels(of: file, all: count)
    } else {
      channels = try Channels(of: file)
    }
    let isEven = file.codestream.components.allSatisfy { ($0.horizontal, $0.vertical) == (1, 1) }
    guard channels.isPlain, channels.alpha == nil, isEven, !channels.isInverted else {
      throw ConversionError(
        .unsupportedContent, "its JPEG 2000 components are not those of gray, RGB or CMYK")
    }
  }

  var width: Int { file.codestream.width }
  var height: Int { file.codestream.height }

  /// Whether the size can be halved so often.
  func canHalve(_ times: Int) -> Bool {
    guard times <= file.codestream.reductions else { return false }
    let size = file.codestream.size(reductions: times)
    return size.width > 0 && size.height > 0
  }

  /// - Parameter reductions: how often the size is halved, which costs less than to do so later.
  /// - Throws: `damagedInput`, `missingLibrary`, `limitExceeded`.
  func raster(
    reductions: Int, in context: ConversionContext
  ) throws(ConversionError) -> Raster {
    let count = channels.model.count
    let samples = try DecodedSamples(
      of: file, channels.colours.map { DecodedSamples.Wish($0, most: 255) },
      // Images are decoded side by side.
      reductions: reductions, threads: 1, in: context)
    let (width, height) = (samples.width, samples.height)
    // Each row of a channel is `width` samples, one for each pixel of the result.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * count) { room, made in
      guard let target = room.baseAddress else { return }
      for y in 0..<height {
        for channel in 0..<count {
          unsafe samples.copy(
            channel, row: y, count: width, to: target + y * width * count + channel, step: count)
        }
      }
      made = width * height * count
    }
    return Raster(width: width, height: height, channels: count, bytes: bytes)
  }
}
