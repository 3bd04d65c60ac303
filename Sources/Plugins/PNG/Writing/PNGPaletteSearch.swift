import ConverterCore
import PictureModel

/// Looks for a palette for a picture that was not stored with one.
struct PNGPaletteSearch {
  private enum Finding {
    /// The picture has no more colours than these.
    case exact
    /// They stand for more.
    case reduced
    /// There are too many, and they are to stay; with the reason where fewer were asked for.
    case none(String?)
  }

  let palette: PictureFacts.Palette?
  private let finding: Finding
  /// Colours of the picture, or those that stand for them.
  private let count: Int

  /// Looks at all pixels.
  ///
  /// - Parameters:
  ///   - most: colours that are to stand for all, where there are more; `nil` where nothing is to be lost.
  ///   - background: a colour that the palette is to have, too, where that makes no index longer.
  init(
    _ source: any PixelSource, atMost most: Int?, background: SIMD3<UInt16>?,
    in context: ConversionContext
  ) throws(ConversionError) {
    guard source.format.bitDepth == 8, source.format.channels == .rgb else {
      (palette, finding, count) = (nil, .none(most.map { _ in "gray and deep samples stay" }), 0)
      return
    }
    let samplesPerPixel = source.format.samplesPerPixel
    var table = ColourTable(opacity: .degrees)
    let histogram = most.map { _ in ColourHistogram() }
    var (fits, hasOpacity) = (true, false)
    while let band = try source.nextBand() {
      try context.checkpoint()
      let plane = band.plane(0)
      // Each row has `samplesPerPixel` bytes for each pixel of the width.
      for y in 0..<plane.height {
        let row = unsafe plane.row(y, as: UInt8.self)
        if fits {
          fits = unsafe table.add(row, samplesPerPixel: samplesPerPixel, count: source.width)
        }
        guard let histogram else { continue }
        unsafe histogram.add(row, samplesPerPixel: samplesPerPixel, count: source.width)
        if samplesPerPixel == 4, !hasOpacity {
          hasOpacity = (0..<source.width).contains { unsafe row[4 &* $0 &+ 3] < 255 }
        }
      }
      if !fits, histogram == nil { break }
    }
    let colours: [SIMD4<UInt8>]
    if fits, table.colours.count <= most ?? 256 {
      (colours, finding) = (table.colours, .exact)
    } else if let most, let histogram, !hasOpacity {
      (colours, finding) = (histogram.palette(of: most), .reduced)
    } else {
      (palette, finding, count) = (
        nil, .none(most.map { _ in "pictures with opacity keep their colours" }), 0
      )
      return
    }
    (palette, count) = (Self.palette(colours, background), colours.count)
  }

  private static func palette(
    _ colours: [SIMD4<UInt8>], _ background: SIMD3<UInt16>?
  ) -> PictureFacts.Palette {
    var palette = PictureFacts.Palette(
      colours: colours, bitDepth: [1, 2, 4, 8].first { colours.count <= 1 << $0 } ?? 8)
    if let background, colours.count < 1 << palette.bitDepth,
      !colours.contains(where: { $0.hasColour(of: background) })
    {
      palette.colours.append(SIMD4(background: background))
    }
    return palette
  }

  /// Says in the ledger what becomes of colours.
  func note(in context: ConversionContext) {
    switch finding {
    case .exact: context.note("palette", .added, why: "it has \(count) colours")
    case .reduced: context.note("pixels", .changed, why: "\(count) colours stand for all")
    case .none(let why?): context.note("pixels", .kept, why: why)
    case .none(nil): break
    }
  }

  /// Pixels that have colours of the palette alone.
  func mapped(_ source: any PixelSource) -> any PixelSource {
    guard case .reduced = finding, let palette else { return source }
    return PalettedSource(source, palette.colours)
  }
}

/// The pixels of a source, each as the colour of a palette that stands for it, with dithering.
private final class PalettedSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let source: any PixelSource
  private let colours: [SIMD4<UInt8>]
  private let mapper: PaletteMapper
  private var indices: [UInt8]
  private var buffer: PixelBuffer?

  init(_ source: any PixelSource, _ colours: [SIMD4<UInt8>]) {
    (format, width, height) = (source.format, source.width, source.height)
    self.source = source
    self.colours = colours
    mapper = PaletteMapper(colours, emptyIndex: nil, width: source.width, dithers: true)
    indices = [UInt8](repeating: 0, count: source.width)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard let band = try source.nextBand() else { return nil }
    let room =
      if let buffer, buffer.height >= band.height { buffer } else {
        PixelBuffer(format, width: width, height: band.height)
      }
    buffer = room
    let plane = band.plane(0)
    let size = format.samplesPerPixel
    // Rows of both buffers have `size` bytes for each pixel of the width; there is an index for each, and each is that
    // of a colour, or the mapper would not give it.
    for y in 0..<band.height {
      let row = unsafe room.planes[0].row(y, as: UInt8.self)
      unsafe indices.withUnsafeMutableBufferPointer { indices in
        guard let base = indices.baseAddress else { return }
        unsafe mapper.writeIndices(
          of: plane.row(y, as: UInt8.self), samplesPerPixel: size, to: base)
        for x in 0..<width {
          let colour = unsafe colours[Int(base[x])]
          let pixel = unsafe row + x * size
          unsafe (pixel[0], pixel[1], pixel[2]) = (colour.x, colour.y, colour.z)
          if size == 4 { unsafe pixel[3] = 255 }
        }
      }
    }
    return PixelBand(room, y: band.y, height: band.height)
  }
}
