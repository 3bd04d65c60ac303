import ConverterCore
import PictureModel

/// How the rows of a source are coded: as they are, or as indices into a palette or gray scale.
struct PNGRowLayout {
  let colourType: PNGHeader.ColourType
  let bitDepth: Int
  /// The colours for PLTE; empty unless ``colourType`` is indexed.
  let palette: [SIMD4<UInt8>]
  private let lookup: ColourTable?
  private let samplesPerPixel: Int

  /// - Parameter palette: the colours of the source, if they are still known.
  init(_ source: any PixelSource, palette: PictureFacts.Palette?) throws(ConversionError) {
    let format = source.format
    let isGray = format.channels == .gray
    guard isGray || format.channels == .rgb, format.alpha != .premultiplied,
      format.bitDepth == 8 || format.bitDepth == 16
    else {
      throw ConversionError(.internalError, "PNG cannot hold pixels of the format \(format)")
    }
    samplesPerPixel = format.samplesPerPixel
    if let palette, palette.fits(format) {
      // A gray picture needs no list of colours, its samples are steps from black to white.
      let isGrayScale = isGray && palette == .init(grayBitDepth: palette.bitDepth)
      if isGrayScale || !isGray {
        colourType = isGray ? .gray : .indexed
        bitDepth = palette.bitDepth
        self.palette = isGray ? [] : palette.colours
        lookup = ColourTable(palette.colours, opacity: .degrees)
        return
      }
    }
    colourType =
      switch (isGray, format.hasAlpha) {
      case (true, false): .gray
      case (true, true): .grayAlpha
      case (false, false): .rgb
      case (false, true): .rgba
      }
    bitDepth = format.bitDepth
    self.palette = []
    lookup = nil
  }

  /// Whether rows have to pass through ``writeIndices(of:to:)``.
  var isIndexed: Bool { lookup != nil }

  /// Bytes of the samples of a row: native words, or a byte an index.
  func sampleRowByteCount(width: Int) -> Int {
    width * (isIndexed ? 1 : samplesPerPixel * (bitDepth / 8))
  }

  /// Bytes of a row in the file.
  func rowByteCount(width: Int) -> Int {
    bitDepth < 8 ? (width * bitDepth + 7) / 8 : sampleRowByteCount(width: width)
  }

  /// From a sample in the file to the same one of the next pixel; 1 where pixels share bytes.
  var pixelByteCount: Int { max(1, sampleRowByteCount(width: 1)) }

  /// Turns colours into a byte of index a pixel.
  ///
  /// - Throws: `damagedInput` for a colour that the palette lacks.
  func writeIndices(
    of pixels: UnsafeRawPointer, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) throws(ConversionError) {
    guard let lookup else { preconditionFailure("the layout is not indexed") }
    let isKnown = unsafe lookup.writeIndices(
      of: pixels.assumingMemoryBound(to: UInt8.self), samplesPerPixel: samplesPerPixel,
      count: count, to: target)
    guard isKnown else {
      throw .damaged(
        "the picture has pixels with an index beyond its palette, which PNG does not allow")
    }
  }

  /// Makes samples what the file holds, in place: words with their high byte first, indices packed into bits.
  ///
  /// - Parameter samples: `rowCount` rows of `width` pixels, one behind the other, and so they are afterwards: of
  ///   fewer than 8 bits each takes a byte before, and no more after.
  func makeFileBytes(of samples: UnsafeMutableRawBufferPointer, width: Int, rowCount: Int) {
    guard let base = samples.baseAddress else { return }
    if bitDepth == 16 {
      let words = unsafe base.assumingMemoryBound(to: UInt16.self)
      for index in 0..<rowCount * width * samplesPerPixel {
        unsafe words[index] = words[index].bigEndian
      }
    } else if bitDepth < 8 {
      let bytes = unsafe base.assumingMemoryBound(to: UInt8.self)
      let packedByteCount = rowByteCount(width: width)
      for row in 0..<rowCount {
        unsafe pack(bytes + row * width, count: width, to: bytes + row * packedByteCount)
      }
    }
  }

  /// The first pixel in the highest bits; a byte is read before it is written to.
  ///
  /// Of `count` indices none is at `count` or beyond; they become as many bytes or fewer.
  private func pack(
    _ indices: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let perByte = 8 / bitDepth
    for start in stride(from: 0, to: count, by: perByte) {
      var byte: UInt8 = 0
      for place in 0..<min(perByte, count - start) {
        unsafe byte |= indices[start + place] << UInt8(8 - bitDepth * (place + 1))
      }
      unsafe target[start / perByte] = byte
    }
  }
}

extension PictureFacts.Palette {
  /// Whether pixels of the format can be indices into this palette.
  fileprivate func fits(_ format: PixelFormat) -> Bool {
    guard [1, 2, 4, 8].contains(bitDepth), format.bitDepth == 8,
      (1...(1 << bitDepth)).contains(colours.count)
    else { return false }
    return format.channels == .gray
      ? !format.hasAlpha : format.hasAlpha || colours.allSatisfy { $0.w == 255 }
  }
}
