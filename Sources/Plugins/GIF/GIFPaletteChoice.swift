import PictureModel

/// The colours that a picture gets: its own where they are few enough, otherwise those that stand for them best.
final class GIFPaletteChoice {
  private let limit: Int
  private var table: ColourTable
  private var isExact = true
  private let histogram = ColourHistogram()
  private(set) var hasTranslucentPixels = false
  private var hasEmptyPixels = false

  struct Result {
    var colours: GIFColours
    /// `nil` where colours were chosen.
    var table: ColourTable?
    var isExact: Bool { table != nil }
  }

  init(limit: Int) {
    self.limit = limit
    table = ColourTable(limit: limit)
  }

  /// - Parameters:
  ///   - pixels: `count` of them.
  ///   - samplesPerPixel: 3 or 4 bytes of each.
  func add(_ pixels: UnsafePointer<UInt8>, samplesPerPixel: Int, count: Int) {
    if isExact {
      isExact = unsafe table.add(pixels, samplesPerPixel: samplesPerPixel, count: count)
    }
    unsafe histogram.add(pixels, samplesPerPixel: samplesPerPixel, count: count)
    guard samplesPerPixel == 4 else { return }
    for x in 0..<count {
      let alpha = unsafe pixels[4 &* x &+ 3]
      if alpha < 128 { hasEmptyPixels = true }
      if alpha &- 1 < 254 { hasTranslucentPixels = true }
    }
  }

  func result() -> Result {
    if isExact {
      let colours = table.colours.isEmpty ? [.zero] : table.colours
      return Result(
        colours: GIFColours(colours: colours, emptyIndex: table.emptyIndex), table: table)
    }
    var colours = histogram.palette(of: hasEmptyPixels ? limit - 1 : limit)
    let emptyIndex = hasEmptyPixels ? colours.count : nil
    if hasEmptyPixels { colours.append(.zero) }
    return Result(colours: GIFColours(colours: colours, emptyIndex: emptyIndex), table: nil)
  }
}

/// Rows of pixels becoming indices of the colours that were chosen.
final class GIFMapping {
  private let table: ColourTable?
  private let mapper: PaletteMapper?
  private let samplesPerPixel: Int
  private let width: Int

  init(_ choice: GIFPaletteChoice.Result, samplesPerPixel: Int, width: Int, dithers: Bool) {
    table = choice.table
    self.samplesPerPixel = samplesPerPixel
    self.width = width
    var opaque = choice.colours.colours
    if choice.colours.emptyIndex != nil { opaque.removeLast() }
    mapper =
      choice.isExact
      ? nil
      : PaletteMapper(
        opaque, emptyIndex: choice.colours.emptyIndex, width: width, dithers: dithers)
  }

  /// - Parameters:
  ///   - pixels: a row as wide as was said, of so many samples each.
  ///   - target: room for an index of each pixel.
  func writeIndices(of pixels: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    if let mapper {
      unsafe mapper.writeIndices(of: pixels, samplesPerPixel: samplesPerPixel, to: target)
    } else {
      // Every colour was taken into the table from these very pixels.
      _ = unsafe table?.writeIndices(
        of: pixels, samplesPerPixel: samplesPerPixel, count: width, to: target)
    }
  }
}
