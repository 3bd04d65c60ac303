public import ConverterCore
import JPEG2000
public import PictureModel

/// Writes JP2 files.
public struct JPEG2000Writer: Writer {
  public let name = "JPEG 2000"
  public let types: [ContentType.ID] = ["public.jpeg-2000"]
  public var compresses: [ContentType.ID] { types }

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.openJPEG.required]
  }

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: JPEG2000Options
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .exif, .xmp, .density], alpha: true, maximumBitDepth: 16)
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: JPEG2000Options,
    in context: WritingContext
  ) {
    guard context.isPlanning else { return }
    options.loss.suiting(model.facts, in: context.conversion).note(as: name, in: context.conversion)
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: JPEG2000Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let facts = model.facts
    let loss = options.loss.suiting(facts, in: context.conversion)
    let format = Self.format(for: facts)
    let depth = format.bitDepth > 8 ? min(16, max(9, facts.sampleDepth)) : 8
    let count = format.samplesPerPixel
    // The samples, the wavelet's coefficients, and what the blocks become.
    let (pixels, isTooMany) = facts.width.multipliedReportingOverflow(by: facts.height)
    try context.limits.check(
      .memory, isTooMany || pixels > 1 << 50 ? .max : pixels * count * 10,
      for: "coding a JPEG 2000 picture")
    let source = try model.pixels(for: PixelDemand([format]), in: context.conversion)
    let encoder = try OpenJPEGEncoderHandle(
      width: facts.width, height: facts.height, components: count, bitDepth: depth)
    while let band = try source.nextBand() {
      try context.checkpoint(0.3 * Double(band.y) / Double(max(1, facts.height)))
      if format.bitDepth > 8 {
        encoder.fill(from: band, UInt16.self, components: count, shift: 16 - depth)
      } else {
        encoder.fill(from: band, UInt8.self, components: count, shift: 0)
      }
    }
    try context.checkpoint(0.3)
    let codestream = try context.conversion.sendingHeartbeats { () throws(ConversionError) in
      try encoder.encode(
        levels: Self.levels(facts.width, facts.height), psnr: loss.psnr,
        isRGB: format.channels == .rgb, threads: context.threads)
    }
    try context.checkpoint(0.95)
    try output.write(Self.boxes(for: facts, format, components: count, depth: depth))
    try output.write(JP2Boxes.box("jp2c", codestream))
    loss.note(as: name, in: context.conversion)
  }

  private static func format(for facts: PictureFacts) -> PixelFormat {
    let isGray =
      switch facts.format.channels {
      case .gray, .ycbcr(.monochrome, _, _): true
      case .rgb, .cmyk, .ycbcr: false
      }
    return PixelFormat(
      isGray ? .gray : .rgb, alpha: facts.format.hasAlpha ? .straight : .none,
      bitDepth: facts.sampleDepth > 8 ? 16 : 8)
  }

  /// Five halvings, or as many as leave something of the shorter side.
  private static func levels(_ width: Int, _ height: Int) -> Int {
    let side = max(1, min(width, height))
    return min(5, side.bitWidth - 1 - side.leadingZeroBitCount)
  }

  private static func boxes(
    for facts: PictureFacts, _ format: PixelFormat, components: Int, depth: Int
  ) -> [UInt8] {
    let colour: JP2Header.Colour =
      if case .icc(let profile) = facts.colour { .profile(profile) } else {
        .enumerated(format.channels == .gray ? 17 : 16)
      }
    var bytes =
      JP2Boxes.start
      + JP2Boxes.header(
        width: facts.width, height: facts.height,
        depths: Array(repeating: UInt8(depth - 1), count: components), colour: colour,
        alpha: format.hasAlpha ? components - 1 : nil, isPremultiplied: false,
        dotsPerInch: facts.metadata.dotsPerInch)
    if let exif = facts.metadata.exif, !exif.isEmpty {
      bytes += JP2Boxes.box("uuid", JPEG2000File.exifID + exif)
    }
    if let xmp = facts.metadata.xmp, !xmp.isEmpty {
      bytes += JP2Boxes.box("uuid", JPEG2000File.xmpID + xmp)
    }
    return bytes
  }
}

extension OpenJPEGEncoderHandle {
  /// - Parameter shift: by how many bits samples lose their lowest.
  fileprivate func fill<Sample: FixedWidthInteger & UnsignedInteger>(
    from band: PixelBand, _: Sample.Type, components: Int, shift: Int
  ) {
    let plane = band.plane(0)
    let width = plane.width / components
    for component in 0..<components {
      guard let samples = unsafe samples(component) else { continue }
      // Rows have `components` samples for each pixel; the component has room for all rows of the picture.
      for row in 0..<band.height {
        let from = unsafe plane.row(row, as: Sample.self) + component
        let to = unsafe samples + (band.y + row) * width
        for x in 0..<width {
          unsafe to[x] = Int32(truncatingIfNeeded: from[x &* components] >> shift)
        }
      }
    }
  }
}
