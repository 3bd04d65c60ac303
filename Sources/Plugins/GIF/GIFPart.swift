import PictureModel

/// The part of a scene that is written, in which pixels that stay as they are may be left out.
///
/// The place lies within the scene, and within the base, which is of the same size. A line has as many pixels of four
/// bytes as the place is wide, and so are rows of its indices.
@safe final class GIFPart {
  let place: PixelRectangle
  private let scene: GIFScene
  private let base: GIFScene?
  /// A row of pixels.
  private let line: UnsafeMutablePointer<UInt32>

  /// How the part is coded.
  struct Coding {
    var colours: GIFColours
    var mapping: GIFMapping
    /// Whether pixels that stay are empty.
    var leavesOut: Bool
    var isLossy = false
  }

  /// - Parameter base: what is on the canvas; `nil` for the first picture, of which nothing stays.
  init(_ scene: GIFScene, _ place: PixelRectangle, over base: GIFScene?) {
    self.scene = scene
    self.place = place
    self.base = base
    unsafe line = .allocate(capacity: place.width)
    unsafe line.initialize(repeating: 0, count: place.width)
  }

  deinit { unsafe line.deallocate() }

  /// - Parameter shared: the colours of all pictures, where they are few enough.
  func coding(shared: ColourTable?, _ options: GIFWriterOptions) -> Coding {
    if let shared {
      let leavesOut = base != nil && shared.emptyIndex != nil
      let colours = GIFColours(
        colours: shared.colours,
        emptyIndex: hasEmptyPixels(leavingOut: leavesOut) ? shared.emptyIndex : nil)
      return coding(.init(colours: colours, table: shared), leavesOut, options)
    }
    let best = choice(leavingOut: base != nil, options)
    if base != nil, !best.isExact, !hasEmptyPixels(leavingOut: false) {
      // With what stays there may be as many colours, and no need for an empty one.
      if let table = table(options) {
        let colours = GIFColours(colours: table.colours, emptyIndex: nil)
        return coding(.init(colours: colours, table: table), false, options)
      }
    }
    var coding = coding(best, base != nil, options)
    coding.isLossy = !best.isExact
    return coding
  }

  private func coding(
    _ choice: GIFPaletteChoice.Result, _ leavesOut: Bool, _ options: GIFWriterOptions
  ) -> Coding {
    Coding(
      colours: choice.colours,
      mapping: GIFMapping(
        choice, samplesPerPixel: 4, width: place.width, dithers: options.dithers),
      leavesOut: leavesOut)
  }

  private func choice(
    leavingOut: Bool, _ options: GIFWriterOptions
  ) -> GIFPaletteChoice.Result {
    let choice = GIFPaletteChoice(limit: options.colours)
    for y in 0..<place.height {
      unsafe choice.add(pixels(y, leavingOut: leavingOut), samplesPerPixel: 4, count: place.width)
    }
    return choice.result()
  }

  /// The colours of all pixels, of which none is empty; `nil` where they are too many.
  private func table(_ options: GIFWriterOptions) -> ColourTable? {
    var table = ColourTable(limit: options.colours)
    for y in 0..<place.height {
      let isKept = unsafe table.add(
        pixels(y, leavingOut: false), samplesPerPixel: 4, count: place.width)
      guard isKept else { return nil }
    }
    return table
  }

  private func hasEmptyPixels(leavingOut: Bool) -> Bool {
    (0..<place.height).contains { y in
      _ = unsafe pixels(y, leavingOut: leavingOut)
      return (0..<place.width).contains { unsafe line[$0] == 0 }
    }
  }

  /// A row of the part as RGBA.
  private func pixels(_ y: Int, leavingOut: Bool) -> UnsafePointer<UInt8> {
    let source = unsafe scene.row(place.y + y) + place.x
    if leavingOut, let base {
      let below = unsafe base.row(place.y + y) + place.x
      for x in 0..<place.width { unsafe line[x] = source[x] == below[x] ? 0 : source[x] }
    } else {
      unsafe line.update(from: source, count: place.width)
    }
    return unsafe UnsafePointer(
      UnsafeMutableRawPointer(line).assumingMemoryBound(to: UInt8.self))
  }

  func write(_ coding: Coding, to compressor: GIFCompressor, isInterlaced: Bool) {
    let indices = PixelBuffer(.gray8, width: place.width, height: place.height)
    for y in 0..<place.height {
      unsafe coding.mapping.writeIndices(
        of: pixels(y, leavingOut: coding.leavesOut),
        to: indices.planes[0].row(y, as: UInt8.self))
    }
    compressor.add(indices, isInterlaced: isInterlaced)
  }
}

extension GIFCompressor {
  /// All rows of a picture, in four passes where it is interlaced (GIF89a, appendix E).
  ///
  /// A row has as many indices as the buffer is wide.
  func add(_ indices: PixelBuffer, isInterlaced: Bool) {
    for (start, step) in isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)] {
      for y in stride(from: start, to: indices.height, by: step) {
        unsafe add(indices.planes[0].row(y, as: UInt8.self), count: indices.width)
      }
    }
  }
}
