public import ConverterCore
import Deflate
public import PictureModel

/// Writes PNG files, always lossless.
///
/// The same picture and options give the same bytes; no time of writing is kept. Rows are written as
/// they come, only an interlaced picture is collected first.
public struct PNGWriter: Writer {
  public let name = "PNG"
  public let types: [ContentType.ID] = ["public.png", "org.w3.apng"]
  public var compresses: [ContentType.ID] { types }
  public let ledgerWords = ["background"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libdeflate.required]
  }

  public init() {}

  public func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  public func capabilities(
    for type: ContentType.ID, options: PNGWriterOptions
  ) -> Picture.Capabilities {
    Picture.Capabilities(
      format: name, items: [.icc, .cicp, .gamma, .exif, .xmp, .texts, .density, .background],
      alpha: true,
      maximumBitDepth: 16, animation: type == "org.w3.apng")
  }

  /// - Throws: `limitExceeded` when an interlaced picture or metadata do not fit into memory; what
  ///   decoding and writing throw.
  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: PNGWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let options = context.purpose == .compress ? options.thorough : options
    if type == "org.w3.apng", let animation = model.facts.animation, animation.durations.count > 1 {
      var writer = PNGAnimationWriter(
        animation, of: model, to: output, options: options, in: context.conversion)
      return try writer.write()
    }
    let demand = PixelDemand([PixelFormat(writtenFor: model.facts)])
    var source = try model.pixels(for: demand, in: context.conversion)
    var palette = model.facts.palette
    if palette == nil, options.looksForPalette {
      let search = try PNGPaletteSearch(
        source, atMost: options.colours, background: model.facts.background, in: context.conversion)
      palette = search.palette
      search.note(in: context.conversion)
      source = search.mapped(try model.pixels(for: demand, in: context.conversion))
    }
    try PNGWriter.encode(
      source, palette: palette, facts: model.facts, to: output, options: options,
      in: context.conversion)
  }

  /// - Parameter palette: has all colours of the source; `nil` where these are stored themselves.
  static func encode(
    _ source: any PixelSource, palette: PictureFacts.Palette?, facts: PictureFacts,
    to output: OutputFile, options: PNGWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    let layout = try PNGRowLayout(source, palette: palette)
    let header = PNGHeader(
      width: source.width, height: source.height, bitDepth: layout.bitDepth,
      colourType: layout.colourType, isInterlaced: options.isInterlaced)

    let file = try PNGChunkOutput(output)
    try file.write(PNGChunk(type: .header, bytes: header.bytes))
    for chunk in try PNGAncillaryChunks(facts, header: header, in: context).all {
      try file.write(chunk)
    }
    try file.writePalette(layout.palette)
    if let background = facts.background {
      if let chunk = PNGSampleChunks.chunk(
        background: background, header, palette: layout.palette)
      {
        try file.write(chunk)
      } else {
        context.note("background", .dropped, why: "it is none of the colours of the palette")
      }
    }
    let rows: any PNGRowSupply =
      options.isInterlaced
      ? try PNGInterlacedRows(source, layout, in: context) : PNGSourceRows(source, layout)
    try PNGDataWriter(
      rows, width: header.width, height: header.height, layout, options, to: file
    ).write(in: context)
    try file.write(PNGChunk(type: .end, bytes: []))
  }
}

extension PixelFormat {
  /// The format in which a picture is written: gray or colour, 8 or 16 bits, straight alpha.
  init(writtenFor facts: PictureFacts) {
    let isGray =
      switch facts.format.channels {
      case .gray, .ycbcr(.monochrome, _, _): true
      case .rgb, .cmyk, .ycbcr: false
      }
    self.init(
      isGray ? .gray : .rgb, alpha: facts.format.hasAlpha ? .straight : .none,
      bitDepth: facts.format.bitDepth > 8 ? 16 : 8)
  }
}
