public import ConverterCore
import DeviceIndependentBitmaps
public import PictureModel

/// Writes bitmaps of 24 bits, with opacity of 32, and of indexed and gray pictures as they are.
///
/// Rows go to the end of the file first, band by band: readers that know no other order are many.
public struct BMPWriter: Writer {
  public let name = "BMP"
  public let types: [ContentType.ID] = ["com.microsoft.bmp"]

  /// The format has no options: `--set` takes none.
  public struct Options: WriterOptions {
    public static let descriptors: [OptionDescriptor] = []
    public init(_ options: ConversionOptions) {}
  }

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: Options
  ) -> Picture.Capabilities {
    Picture.Capabilities(format: name, items: [.icc, .density], alpha: true, maximumBitDepth: 8)
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let layout = BMPLayout(model.facts)
    let source = try model.pixels(for: PixelDemand([layout.format]), in: context.conversion)
    let coding = try layout.coding(width: source.width, height: source.height, model.facts)
    try output.write(coding.fileStart)
    let row = coding.rowByteCount
    var bytes: [UInt8] = []
    var indices = [UInt8](repeating: 0, count: source.width)
    while let band = try source.nextBand() {
      let plane = band.plane(0)
      // A source may give the whole picture at once; it is still written in parts.
      let step = max(1, Self.partByteCount / max(1, row))
      for first in stride(from: 0, to: band.height, by: step) {
        let rows = first..<min(band.height, first + step)
        try context.checkpoint(Double(band.y + first) / Double(source.height))
        bytes = [UInt8](repeating: 0, count: row * rows.count)
        // A row of the file for each of `rows`, which `put` fills from as many pixels as the source is wide.
        try unsafe bytes.withUnsafeMutableBufferPointer { (bytes) throws(ConversionError) in
          guard let start = bytes.baseAddress else { return }
          for y in rows {
            let pixels = unsafe UnsafePointer(plane.row(y, as: UInt8.self))
            try unsafe layout.put(
              pixels, coding, &indices, to: start + (rows.upperBound - 1 - y) * row)
          }
        }
        let lowest = source.height - band.y - rows.upperBound
        try output.write(bytes.span, at: 14 + coding.pixelOffset + lowest * row)
      }
    }
    if !coding.profile.isEmpty {
      try output.write(
        coding.profile.span, at: 14 + coding.pixelOffset + coding.pixelByteCount)
    }
  }

  private static let partByteCount = 1 << 20
}
