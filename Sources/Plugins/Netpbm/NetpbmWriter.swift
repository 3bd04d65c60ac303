public import ConverterCore
public import PictureModel

/// Writes PBM, PGM, PPM and PAM, as the type asks; PNM is PGM for gray and PPM for colours.
public struct NetpbmWriter: Writer {
  public let name = "Netpbm"
  public let types: [ContentType.ID] = [
    "public.pbm", "public.pgm", "public.ppm", "public.pnm", "public.pam",
  ]

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(
    for type: ContentType.ID, options: NetpbmOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: Self.formatName(type), items: [], alpha: type == "public.pam",
      maximumBitDepth: type == "public.pbm" ? 1 : 16,
      colours: type != "public.pbm" && type != "public.pgm")
  }

  private static func formatName(_ type: ContentType.ID) -> String {
    switch type {
    case "public.pbm": "PBM"
    case "public.pgm": "PGM"
    case "public.ppm": "PPM"
    case "public.pnm": "PNM"
    default: "PAM"
    }
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: NetpbmOptions, in context: WritingContext
  ) {
    if type == "public.pam" {
      context.noteUnused(NetpbmOptions.plain, why: "PAM holds no samples as text")
    }
    if type != "public.pbm" {
      context.noteUnused(NetpbmOptions.dither, why: "only PBM has no grays")
    }
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: NetpbmOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let kind = NetpbmKind(type, model.facts, isPlain: options.isPlain)
    let source = try model.pixels(for: PixelDemand([kind.format]), in: context.conversion)
    try output.write(kind.header(width: source.width, height: source.height))
    let rows = NetpbmRowCoding(kind, width: source.width, dithers: options.dithers)
    let buffer = ByteBuffer()
    while let band = try source.nextBand() {
      let plane = band.plane(0)
      for row in 0..<band.height {
        if row.isMultiple(of: 16) {
          try context.checkpoint(Double(band.y + row) / Double(source.height))
        }
        unsafe rows.append(plane.row(row), to: buffer)
        guard buffer.count > 1 << 18 else { continue }
        try output.write(buffer.span)
        buffer.removeAll()
      }
    }
    try output.write(buffer.span)
  }
}
