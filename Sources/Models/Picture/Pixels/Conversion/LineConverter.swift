/// Every conversion that has no shorter way: rows are taken apart into 16-bit lines, changed there,
/// and put together in the target's format.
final class LineConverter: RowConverter {
  let looksAtNeighbours: Bool
  private let source: PixelFormat
  private let target: PixelFormat
  private let height: Int
  private let lines: SampleLines
  private let decoder: PlanarDecoder?
  private let encoder: PlanarEncoder?
  /// From a plane's code values to 0…65535.
  private let lumaTable: [UInt16]
  private let alphaTable: [UInt16]
  /// From 0…65535 to code values of planes that hold no colour.
  private let targetLumaTable: [UInt16]
  private let targetAlphaTable: [UInt16]

  init(from source: PixelFormat, to target: PixelFormat, width: Int, height: Int) {
    self.source = source
    self.target = target
    self.height = height
    let full = PixelFormat.gray16.fullScale
    func table(_ scale: PixelFormat.Scale) -> [UInt16] {
      PixelScaling.table(
        bitDepth: source.bitDepth, from: (scale.zero, scale.span), to: (full.zero, full.span),
        highest: 65535)
    }
    func targetTable(_ scale: PixelFormat.Scale) -> [UInt16] {
      PixelScaling.table(
        bitDepth: 16, from: (full.zero, full.span), to: (scale.zero, scale.span),
        highest: 1 << target.bitDepth - 1)
    }
    if case .ycbcr(let subsampling, let matrix, let range) = source.channels, !source.isGray {
      decoder = PlanarDecoder(
        source, subsampling: subsampling,
        matrix: YCbCrMatrix(matrix, range, bitDepth: source.bitDepth), width: width,
        height: height)
      looksAtNeighbours = subsampling.vertical == 2
    } else {
      decoder = nil
      looksAtNeighbours = false
    }
    lumaTable = source.isPlanar && source.isGray ? table(source.scale(ofPlane: 0)) : []
    alphaTable = source.alphaPlane != nil ? table(source.fullScale) : []
    if case .ycbcr(_, let matrix, let range) = target.channels, !target.isGray {
      encoder = PlanarEncoder(
        target, matrix: YCbCrMatrix(matrix, range, bitDepth: target.bitDepth), width: width)
    } else {
      encoder = nil
    }
    targetLumaTable =
      target.isPlanar && target.isGray ? targetTable(target.scale(ofPlane: 0)) : []
    targetAlphaTable = target.alphaPlane != nil ? targetTable(target.fullScale) : []
    let colours =
      switch source.channels {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      case .ycbcr: source.isGray ? 1 : 3
      }
    lines = SampleLines(width: width, colours: colours)
  }

  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer) {
    for y in rows {
      load(y, of: window)
      if source.alpha != target.alpha {
        if source.alpha == .premultiplied { lines.unpremultiply() }
        if source.alpha == .straight && target.alpha == .premultiplied { lines.premultiply() }
      }
      if lines.colours == 3 && target.isGray { lines.makeGray() }
      store(to: buffer, row: y - rows.lowerBound, isLast: y == height - 1)
    }
  }

  /// Rows of the window and of the buffer have the width of the lines.
  private func load(_ y: Int, of window: RowWindow) {
    if let decoder {
      decoder.decode(y, of: window, into: lines)
    } else if source.isPlanar {
      unsafe lines.load(0, from: window.row(0, y), through: lumaTable)
    } else {
      unsafe lines.load(
        window.row(0, y), samplesPerPixel: source.samplesPerPixel, isWide: source.bitDepth > 8)
    }
    if let plane = source.alphaPlane {
      unsafe lines.load(SampleLines.alpha, from: window.row(plane, y), through: alphaTable)
    }
  }

  private func store(to buffer: PixelBuffer, row: Int, isLast: Bool) {
    let isWide = target.bitDepth > 8
    let alpha = source.hasAlpha ? SampleLines.alpha : nil
    guard target.isPlanar else {
      let colours = target.samplesPerPixel - (target.hasAlpha ? 1 : 0)
      var order: [Int?] = (0..<colours).map { lines.colours == 1 ? 0 : $0 }
      if target.hasAlpha { order.append(alpha) }
      unsafe lines.store(order, to: buffer.planes[0].row(row), isWide: isWide)
      return
    }
    if let encoder {
      if lines.colours == 1 { lines.repeatGray() }
      encoder.encode(lines, to: buffer, row: row, isLast: isLast)
    } else {
      unsafe lines.store(0, to: buffer.planes[0].row(row), isWide: isWide, through: targetLumaTable)
    }
    if let plane = target.alphaPlane {
      unsafe lines.store(
        alpha, to: buffer.planes[plane].row(row), isWide: isWide, through: targetAlphaTable)
    }
  }
}
