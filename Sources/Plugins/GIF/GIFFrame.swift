import ConverterCore

/// A picture of a file as its descriptor and the extension before it give it (GIF89a, sections 20 and 23).
struct GIFFrame: Sendable {
  /// What becomes of the canvas after the picture was shown.
  enum Disposal: UInt8, Sendable {
    case keep = 1
    /// Its place becomes empty.
    case background = 2
    /// Its place becomes what it was before.
    case previous = 3
  }

  /// On the canvas, beyond which it may reach.
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var isInterlaced: Bool
  /// Where the colours are in the file; those of the whole file where it has none of its own.
  var colours: Range<Int>?
  var transparentIndex: UInt8?
  var disposal = Disposal.keep
  /// How long it is shown, in hundredths of a second.
  var delay = 0
  /// From the size of its codes to the empty block behind the last.
  var data: Range<Int>
  /// Bits of an index, as the codes have them.
  var indexBits: Int

  /// Whether it leaves no pixel of the canvas as it was.
  func covers(width canvasWidth: Int, height canvasHeight: Int) -> Bool {
    transparentIndex == nil && x == 0 && y == 0 && width >= canvasWidth && height >= canvasHeight
  }
}

extension GIFFrame {
  /// The row of the canvas, counted from the picture's top, that the line `index` of the data is.
  ///
  /// Interlaced pictures come in four passes (GIF89a, appendix E).
  func row(ofLine index: Int) -> Int {
    guard isInterlaced else { return index }
    var line = index
    for (start, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      let count = start < height ? (height - start + step - 1) / step : 0
      if line < count { return start + line * step }
      line -= count
    }
    return index
  }

  /// The RGBA bytes of all 256 indices; those without a colour are black, as decoders have it. Where there are no
  /// colours at all, indices are shades from black to white.
  func palette(
    of input: InputFile, otherwise shared: Range<Int>?
  ) throws(ConversionError) -> [SIMD4<UInt8>] {
    var palette = try colours(of: input, otherwise: shared)
    if let transparentIndex { palette[Int(transparentIndex)] = SIMD4(0, 0, 0, 0) }
    return palette
  }

  private func colours(
    of input: InputFile, otherwise shared: Range<Int>?
  ) throws(ConversionError) -> [SIMD4<UInt8>] {
    guard let place = colours ?? shared else {
      let most = (1 << indexBits) - 1
      return (0..<256).map { index in
        let shade = UInt8(min(index, most) * 255 / most)
        return SIMD4(shade, shade, shade, 255)
      }
    }
    let bytes = try input.read(at: place.lowerBound, count: place.count)
    guard bytes.count == place.count else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
    var palette = [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 255), count: 256)
    for index in 0..<min(256, bytes.count / 3) {
      palette[index] = SIMD4(bytes[3 * index], bytes[3 * index + 1], bytes[3 * index + 2], 255)
    }
    return palette
  }
}
