import PictureModel

/// A picture as real numbers, converted the plain way: what the fast conversions are held to.
struct ReferencePicture {
  let width: Int
  let height: Int
  /// Colours of 0…1 (one if gray, three, or four inks) and alpha, straight.
  var pixels: [(colours: [Double], alpha: Double)] = []

  init(_ buffer: PixelBuffer) {
    (width, height) = (buffer.width, buffer.height)
    let format = buffer.format
    let highest = Double(1 << format.bitDepth - 1)
    for y in 0..<height {
      for x in 0..<width {
        var colours: [Double]
        var alpha = 1.0
        if case .ycbcr(let subsampling, let matrix, let range) = format.channels {
          let codes = (0..<(subsampling == .monochrome ? 1 : 3)).map { plane in
            plane == 0
              ? Double(buffer.sample(0, x, y))
              : ReferencePicture.chroma(buffer, plane, x, y, subsampling)
          }
          colours = ReferencePicture.decode(codes, matrix, range, format.bitDepth)
          if format.hasAlpha {
            alpha = Double(buffer.sample(format.planeCount - 1, x, y)) / highest
          }
        } else {
          let size = format.samplesPerPixel
          var all = (0..<size).map { Double(buffer.sample(0, x * size + $0, y)) / highest }
          if format.hasAlpha { alpha = all.removeLast() }
          colours = all
        }
        if format.alpha == .premultiplied {
          colours = colours.map { alpha == 0 ? 0 : min(1, $0 / alpha) }
        }
        pixels.append((colours, alpha))
      }
    }
  }

  /// Linear between the centres of the samples; the outermost reach to the edge.
  private static func chroma(
    _ buffer: PixelBuffer, _ plane: Int, _ x: Int, _ y: Int, _ subsampling: ChromaSubsampling
  ) -> Double {
    func neighbours(_ position: Int, _ factor: Int, _ count: Int) -> [(Int, Double)] {
      let centre = (Double(position) + 0.5) / Double(factor) - 0.5
      let low = Int(centre.rounded(.down))
      let fraction = centre - Double(low)
      return [
        (max(0, min(count - 1, low)), 1 - fraction), (max(0, min(count - 1, low + 1)), fraction),
      ]
    }
    let size = buffer.planes[plane]
    var sum = 0.0
    for (row, rowWeight) in neighbours(y, subsampling.vertical, size.height) {
      for (column, weight) in neighbours(x, subsampling.horizontal, size.width) {
        sum += rowWeight * weight * Double(buffer.sample(plane, column, row))
      }
    }
    return sum
  }

  private static func scale(_ range: SampleRange, _ depth: Int) -> (
    luma: (Double, Double), chroma: (Double, Double)
  ) {
    let unit = Double(1 << (depth - 8))
    let highest = Double(1 << depth - 1)
    return range == .full
      ? ((0, highest), (128 * unit, highest))
      : ((16 * unit, 219 * unit), (128 * unit, 224 * unit))
  }

  private static func decode(
    _ codes: [Double], _ matrix: MatrixCoefficients, _ range: SampleRange, _ depth: Int
  ) -> [Double] {
    let scale = scale(range, depth)
    let y = (codes[0] - scale.luma.0) / scale.luma.1
    guard codes.count == 3 else { return [max(0, min(1, y))] }
    let cb = (codes[1] - scale.chroma.0) / scale.chroma.1
    let cr = (codes[2] - scale.chroma.0) / scale.chroma.1
    let rgb: [Double]
    switch matrix {
    case .identity:
      let (blue, red) = (
        (codes[1] - scale.luma.0) / scale.luma.1, (codes[2] - scale.luma.0) / scale.luma.1
      )
      rgb = [red, y, blue]
    case .ycgco: rgb = [y - cb + cr, y + cb, y - cb - cr]
    case .weighted(let red, let blue):
      let r = y + 2 * (1 - red) * cr
      let b = y + 2 * (1 - blue) * cb
      rgb = [r, (y - red * r - blue * b) / (1 - red - blue), b]
    }
    return rgb.map { max(0, min(1, $0)) }
  }

  /// The code values, unrounded, that each plane of `format` should hold.
  func encoded(as format: PixelFormat) -> [[Double]] {
    let highest = Double(1 << format.bitDepth - 1)
    func stored(_ pixel: (colours: [Double], alpha: Double)) -> [Double] {
      format.alpha == .premultiplied
        ? pixel.colours.map { $0 * pixel.alpha } : pixel.colours
    }
    func gray(_ colours: [Double]) -> Double {
      colours.count == 1
        ? colours[0] : 0.299 * colours[0] + 0.587 * colours[1] + 0.114 * colours[2]
    }
    guard case .ycbcr(let subsampling, let matrix, let range) = format.channels else {
      return [
        pixels.flatMap { pixel in
          var samples = stored(pixel)
          if format.channels == .gray { samples = [gray(samples)] }
          if format.channels == .rgb && samples.count == 1 {
            samples = [samples[0], samples[0], samples[0]]
          }
          if format.hasAlpha { samples.append(pixel.alpha) }
          return samples.map { $0 * highest }
        }
      ]
    }
    let scale = ReferencePicture.scale(range, format.bitDepth)
    var planes: [[Double]] = []
    if subsampling == .monochrome {
      planes.append(pixels.map { gray(stored($0)) * scale.luma.1 + scale.luma.0 })
    } else {
      let full = pixels.map { pixel -> [Double] in
        let colours = stored(pixel)
        let rgb = colours.count == 1 ? [colours[0], colours[0], colours[0]] : colours
        return ReferencePicture.encode(rgb, matrix, scale)
      }
      planes.append(full.map { $0[0] })
      for plane in 1...2 {
        let size = format.planeSize(plane, width: width, height: height)
        planes.append(
          (0..<size.width * size.height).map { index in
            let (x, y) = (index % size.width, index / size.width)
            var values: [Double] = []
            for row in y * subsampling.vertical..<(y + 1) * subsampling.vertical {
              for column in x * subsampling.horizontal..<(x + 1) * subsampling.horizontal {
                values.append(full[min(row, height - 1) * width + min(column, width - 1)][plane])
              }
            }
            return values.reduce(0, +) / Double(values.count)
          })
      }
    }
    if format.hasAlpha { planes.append(pixels.map { $0.alpha * highest }) }
    return planes.map { $0.map { max(0, min(highest, $0)) } }
  }

  private static func encode(
    _ rgb: [Double], _ matrix: MatrixCoefficients,
    _ scale: (luma: (Double, Double), chroma: (Double, Double))
  ) -> [Double] {
    let (red, green, blue) = (rgb[0], rgb[1], rgb[2])
    func luma(_ value: Double) -> Double { value * scale.luma.1 + scale.luma.0 }
    func chroma(_ value: Double) -> Double { value * scale.chroma.1 + scale.chroma.0 }
    switch matrix {
    case .identity: return [luma(green), luma(blue), luma(red)]
    case .ycgco:
      return [
        luma(0.25 * red + 0.5 * green + 0.25 * blue),
        chroma(-0.25 * red + 0.5 * green - 0.25 * blue), chroma(0.5 * red - 0.5 * blue),
      ]
    case .weighted(let r, let b):
      let y = r * red + (1 - r - b) * green + b * blue
      return [luma(y), chroma((blue - y) / (2 * (1 - b))), chroma((red - y) / (2 * (1 - r)))]
    }
  }
}
