import ConverterCore
import PictureModel

extension LibHEIFFrame {
  /// Pulls all bands of a source of the frame's size and format.
  ///
  /// - Throws: what the source throws, and `internalError` if it ends early.
  func fill(
    from source: any PixelSource, in context: ConversionContext
  ) throws(ConversionError) {
    let height = planes[0].height
    var filled = 0
    while let band = try source.nextBand() {
      try context.checkpoint()
      guard band.y == filled, band.height <= height - filled else { break }
      for index in planes.indices { copy(band, plane: index) }
      filled += band.height
    }
    guard filled == height else {
      throw ConversionError(
        .internalError, "the picture ended after \(filled) of \(height) rows; please report it")
    }
  }

  /// The band is of the frame's format and width, and its rows are among those of the frame.
  private func copy(_ band: PixelBand, plane index: Int) {
    let format = band.buffer.format
    let from = band.plane(index)
    let to = planes[index]
    let first = band.y / format.sampling(ofPlane: index).vertical
    for y in 0..<from.height {
      unsafe to.row(first + y).copyMemory(
        from: from.row(y), byteCount: to.width * format.bytesPerSample)
    }
  }
}
