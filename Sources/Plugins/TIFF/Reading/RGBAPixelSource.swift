import ConverterCore
import PictureModel
import TIFFStructure

/// The pixels of an unusual page, which libtiff makes red, green and blue of: planes of different sizes, LogLuv,
/// JPEG as TIFF 6.0 had it.
final class RGBAPixelSource: PixelSource {
  let format = PixelFormat.rgb8
  var width: Int { image.width }
  var height: Int { image.height }

  private let image: TIFFImage
  private let decoder: TIFFDecoderHandle
  private let band: PixelBuffer
  private var pixels: [UInt8]
  private let context: ConversionContext
  private var y = 0

  init(_ image: TIFFImage, in context: ConversionContext) throws(ConversionError) {
    self.image = image
    self.context = context
    let unit =
      switch image.layout {
      case .strips: image.rowsPerStrip
      case .tiles(_, let height): height
      }
    // Whole strips at once, as each is decoded anew from its beginning.
    let most = max(16, TIFFPixelSource.bandByteCount / (4 * image.width))
    let rows = min(image.height, (max(unit, most / unit * unit) + 15) & ~15)
    let whole = unit % 16 == 0 || rows >= image.height ? rows : image.height
    let (count, isTooMuch) = (4 * image.width).multipliedReportingOverflow(by: whole)
    // libtiff has what is coded and what is decoded besides.
    try context.limits.check(.memory, isTooMuch ? .max : 3 * count, for: "\(whole) rows at once")
    decoder = try TIFFDecoderHandle(image.directory, limits: context.limits)
    pixels = [UInt8](repeating: 0, count: count)
    band = PixelBuffer(.rgb8, width: image.width, height: whole)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    return try image.directory.file.input.namedInErrors { () throws(ConversionError) in
      try context.checkpoint()
      let count = min(band.height, height - y)
      try decoder.readRGBA(rows: y..<y + count, width: width, into: &pixels)
      let pixels = pixels
      for row in 0..<count {
        // The row has the width's pixels of three bytes; what is read is checked.
        let to = unsafe band.planes[0].row(row, as: UInt8.self)
        for x in 0..<width {
          let from = 4 * (row * width + x)
          unsafe (to[3 * x], to[3 * x + 1], to[3 * x + 2]) = (
            pixels[from], pixels[from + 1], pixels[from + 2]
          )
        }
      }
      defer { y += count }
      if y + count == height, let complaint = decoder.complaint(compression: image.compression) {
        context.warn(
          "its picture data are damaged, and parts of the picture may be wrong: \(complaint)")
      }
      return PixelBand(band, y: y, height: count)
    }
  }
}
