import ConverterCore
import PictureModel

struct FarbfeldWriter: Writer {
  let name = "farbfeld"
  let types: [ContentType.ID] = ["org.suckless.farbfeld"]

  /// The format has no options: `--set` takes none.
  struct Options: WriterOptions {
    static let descriptors: [OptionDescriptor] = []
    init(_ options: ConversionOptions) {}
  }

  /// No profile, no metadata. The transforms hear this, convert colours to sRGB, and note in the
  /// ledger what is dropped.
  func capabilities(for type: ContentType.ID, options: Options) -> Picture.Capabilities {
    Picture.Capabilities(format: name, items: [], alpha: true, maximumBitDepth: 16)
  }

  func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let source = try model.pixels(for: PixelDemand([.rgba16]), in: context.conversion)
    try output.write(
      Array("farbfeld".utf8) + Self.bytes(source.width) + Self.bytes(source.height))
    while let band = try source.nextBand() {
      try context.checkpoint(Double(band.y) / Double(source.height))
      let plane = band.plane(0)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(plane.width * 2 * band.height)
      for row in 0..<band.height {
        // `width` counts the samples of a row, not its pixels.
        let samples = unsafe plane.row(row, as: UInt16.self)
        for index in 0..<plane.width {
          let sample = unsafe samples[index]
          bytes.append(UInt8(sample >> 8))
          bytes.append(UInt8(truncatingIfNeeded: sample))
        }
      }
      try output.write(bytes)
    }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
