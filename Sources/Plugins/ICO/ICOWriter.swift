public import ConverterCore
import DeviceIndependentBitmaps
public import PictureModel

/// Writes icons: PNG for 256 pixels a side, bitmaps of 32 bits for less, which everything reads.
public struct ICOWriter: Writer {
  public let name = "ICO"
  public let types: [ContentType.ID] = ["com.microsoft.ico"]
  public let ledgerWords = ["size"]

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: ICOOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(format: name, items: [], alpha: true, maximumBitDepth: 8)
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: ICOOptions, in context: WritingContext
  ) throws(ConversionError) {
    let (width, height) = (model.facts.width, model.facts.height)
    let sizes = options.sizes(for: max(width, height))
    if !sizes.leftOut.isEmpty {
      context.warn(
        "the picture is smaller than the sizes \(sizes.leftOut.map(String.init).joined(separator: ", ")), which are left "
          + "out; --enlarge makes them")
    }
    if options.sizes == nil {
      context.noteUnused(.enlarge, why: "--set sizes names the sizes that may be larger")
    } else if (options.sizes?.last ?? 0) <= max(width, height) {
      context.noteUnused(.enlarge, why: "the picture is as large as the sizes")
    }
    let all = sizes.written.map { "\($0)" }.joined(separator: ", ")
    if max(width, height) > 256, sizes.written.last != max(width, height) {
      context.note(
        "size", .changed,
        why: "\(width)×\(height) → \(all) pixels: an icon holds at most 256 a side")
    } else if sizes.written != [max(width, height)] {
      context.note("size", .added, why: "the icon holds it with \(all) pixels a side")
    }
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: ICOOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let sizes = options.sizes(for: max(model.facts.width, model.facts.height)).written
    var images: [(picture: Picture, bytes: [UInt8])] = []
    // Smaller ones are made of the largest, so that the source is decoded once.
    var picture = model
    for size in sizes.reversed() {
      try context.checkpoint(1 - Double(images.count + 1) / Double(sizes.count + 1))
      picture = try held(resized(picture, to: size, in: context.conversion), in: context.conversion)
      images.append((picture, try bytes(of: picture, in: context.conversion)))
    }
    try output.write(Self.directory(images.reversed().map { ($0.picture.facts, $0.bytes.count) }))
    for image in images.reversed() { try output.write(image.bytes) }
  }

  private func resized(
    _ picture: Picture, to size: Int, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    var options = ConversionOptions()
    options.resize = try ResizeGeometry(parsing: "\(size)x\(size)")
    options.enlarge = true
    return try ResizeTransform().apply(
      to: picture,
      for: Picture.Capabilities(format: name, items: [], alpha: true, maximumBitDepth: 8),
      options: options, in: context.forCompanion())
  }

  /// The same with its pixels in memory.
  private func held(
    _ picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let buffer = try PixelBuffer(
      collecting: picture.pixels(for: PixelDemand([.rgba8]), in: context), in: context)
    let facts = PictureFacts(
      width: buffer.width, height: buffer.height, format: .rgba8, sampleDepth: 8, coding: name)
    return Picture(facts) { _ in BufferSource(buffer) }
  }

  private func bytes(
    of picture: Picture, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    guard max(picture.facts.width, picture.facts.height) < 256 else {
      guard let writer = context.registry.writer(for: "public.png") as? any Writer<Picture> else {
        throw ConversionError(.noRoute, "needs a PNG writer for a size of 256 pixels")
      }
      return try Self.bytes(of: picture, by: writer, in: context)
    }
    let source = try picture.pixels(for: PixelDemand([.rgba8]), in: context)
    return try Self.bitmap(PixelBuffer(collecting: source, in: context))
  }

  private static func bytes<W: Writer<Picture>>(
    of picture: Picture, by writer: W, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    let output = try OutputFile(.memory)
    try writer.write(
      picture, as: "public.png", to: output, options: W.Options(ConversionOptions()),
      in: WritingContext(context))
    return output.bytes
  }

  /// Header, rows from the bottom, and a mask of what is hidden for those who know no opacity.
  private static func bitmap(_ buffer: PixelBuffer) -> [UInt8] {
    let (width, height) = (buffer.width, buffer.height)
    let coding = BitmapCoding(width: width, height: height, bitCount: 32)
    let maskRow = (width + 31) / 32 * 4
    var mask = [UInt8](repeating: 0, count: maskRow * height)
    var pixels = [UInt8](repeating: 0, count: coding.pixelByteCount)
    // There is room for `height` rows of the bitmap, and rows of the buffer are of four bytes for each pixel of the
    // width.
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for y in 0..<height {
        let row = unsafe buffer.planes[0].row(y, as: UInt8.self)
        let place = height - 1 - y
        unsafe coding.put(row, to: start + place * coding.rowByteCount)
        for x in 0..<width where unsafe row[4 * x + 3] < 128 {
          mask[place * maskRow + x / 8] |= 0x80 >> UInt8(x % 8)
        }
      }
    }
    return coding.iconStart + pixels + mask
  }

  private static func directory(_ images: [(facts: PictureFacts, byteCount: Int)]) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 1, 0, UInt8(truncatingIfNeeded: images.count), 0]
    // There are at most 256 sizes.
    bytes[5] = UInt8(truncatingIfNeeded: images.count >> 8)
    var offset = 6 + 16 * images.count
    for image in images {
      // 256 is written as 0.
      bytes += [
        UInt8(truncatingIfNeeded: image.facts.width), UInt8(truncatingIfNeeded: image.facts.height),
        0, 0, 1, 0, 32, 0,
      ]
      for number in [image.byteCount, offset] {
        bytes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
      }
      offset += image.byteCount
    }
    return bytes
  }
}
