import ConverterCore
import JPEG2000
import PictureModel

/// The pixels of a file, which are decoded at once and handed out band by band.
final class JPEG2000PixelSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let samples: DecodedSamples
  private let band: PixelBuffer
  private let context: ConversionContext
  private var y = 0

  init(
    _ file: JPEG2000File, _ layout: ChannelLayout, reductions: Int, in context: ConversionContext
  ) throws(ConversionError) {
    format = layout.format
    samples = try DecodedSamples(
      of: file, layout.wishes, reductions: reductions, threads: context.threads, in: context)
    (width, height) = (samples.width, samples.height)
    self.context = context
    band = PixelBuffer(format, width: width, height: min(64, height))
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    let rows = min(band.height, height - y)
    guard rows > 0 else { return nil }
    try context.checkpoint()
    if format.bytesPerSample > 1 { fill(rows, UInt16.self) } else { fill(rows, UInt8.self) }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }

  private func fill<Sample: FixedWidthInteger & UnsignedInteger>(_ rows: Int, _: Sample.Type) {
    for (index, plane) in band.planes.enumerated() {
      let vertical = format.sampling(ofPlane: index).vertical
      let first = y / vertical
      for row in 0..<(rows + vertical - 1) / vertical {
        // A row has `plane.width` samples: of interleaved ones `step` for each pixel of the width.
        let target = unsafe plane.row(row, as: Sample.self)
        guard !format.isPlanar else {
          unsafe samples.copy(index, row: first + row, count: plane.width, to: target, step: 1)
          continue
        }
        let step = format.samplesPerPixel
        for channel in 0..<step {
          unsafe samples.copy(
            channel, row: first + row, count: width, to: target + channel, step: step)
        }
      }
    }
  }
}
