import ConverterCore
import PictureModel

/// Puts the bands of a picture into the planes of an encoder's frame.
struct PlaneFiller {
  /// What the planes hold.
  let format: PixelFormat
  /// In the order of ``PixelFormat``: Y, Cb, Cr, then alpha; Y, then alpha in monochrome.
  let planes: [PixelBuffer.Plane]

  /// Pulls all bands.
  ///
  /// - Throws: what the source throws, and `internalError` if it ends early.
  func fill(
    from source: any PixelSource, in context: ConversionContext
  ) throws(ConversionError) {
    var filled = 0
    let height = planes[0].height
    while let band = try source.nextBand() {
      try context.checkpoint()
      guard band.y == filled, band.height <= height - filled else { break }
      fill(band)
      filled += band.height
    }
    guard filled == height else {
      throw ConversionError(
        .internalError, "the picture ended after \(filled) of \(height) rows; please report it")
    }
  }

  private func fill(_ band: PixelBand) {
    let source = band.buffer.format
    switch source.channels {
    case .ycbcr:
      for index in planes.indices { copy(band, plane: index) }
    case .gray, .rgb, .cmyk:
      switch (source.bitDepth > 8, format.bitDepth > 8) {
      case (false, false): fill(band, from: UInt8.self, to: UInt8.self)
      case (false, true): fill(band, from: UInt8.self, to: UInt16.self)
      case (true, false): fill(band, from: UInt16.self, to: UInt8.self)
      case (true, true): fill(band, from: UInt16.self, to: UInt16.self)
      }
    }
  }

  private func copy(_ band: PixelBand, plane index: Int) {
    let from = band.plane(index)
    let to = rows(of: band, in: index)
    let byteCount = to.width * format.bytesPerSample
    for y in 0..<from.height {
      to.row(y).copyMemory(from: from.row(y), byteCount: byteCount)
    }
  }

  /// The rows of plane `index` that a band covers.
  private func rows(of band: PixelBand, in index: Int) -> PixelBuffer.Plane {
    var plane = planes[index]
    let isChroma = planes.count >= 3 && (index == 1 || index == 2)
    if isChroma, case .ycbcr(let subsampling, _, _) = format.channels {
      plane.base += band.y / subsampling.vertical * plane.stride
      plane.height = (band.height + subsampling.vertical - 1) / subsampling.vertical
    } else {
      plane.base += band.y * plane.stride
      plane.height = band.height
    }
    return plane
  }

  private func fill<From, To>(_ band: PixelBand, from: From.Type, to: To.Type)
  where From: FixedWidthInteger & UnsignedInteger, To: FixedWidthInteger & UnsignedInteger {
    let samples = InterleavedRows<From>(
      plane: band.plane(0), step: band.buffer.format.samplesPerPixel)
    let maximum = 1 << format.bitDepth - 1
    if format.hasAlpha {
      let last = planes.count - 1
      samples.extract(samples.step - 1, to: rows(of: band, in: last), as: To.self, maximum: maximum)
    }
    guard case .ycbcr(let subsampling, let matrix, _) = format.channels else { return }
    switch matrix {
    case .identity where samples.step >= 3:
      // The planes of the identity matrix are green, blue and red.
      for (plane, sample) in [1, 2, 0].enumerated() {
        samples.extract(sample, to: rows(of: band, in: plane), as: To.self, maximum: maximum)
      }
    case .weighted(let red, let blue) where subsampling != .monochrome:
      let conversion = YCbCrConversion<From, To>(red: red, blue: blue, maximum: maximum)
      conversion.luma(of: samples, to: rows(of: band, in: 0))
      conversion.chroma(
        of: samples, to: rows(of: band, in: 1), rows(of: band, in: 2), subsampling: subsampling)
    case .identity, .weighted, .ycgco:
      samples.extract(0, to: rows(of: band, in: 0), as: To.self, maximum: maximum)
    }
  }
}
