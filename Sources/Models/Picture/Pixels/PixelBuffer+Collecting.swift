public import ConverterCore

extension PixelBuffer {
  /// All rows of a source, for consumers that need the whole picture.
  ///
  /// A source that gives everything as one band shares its memory; it must not be asked again.
  ///
  /// - Throws: `limitExceeded` if the picture needs more memory than allowed, and whatever the
  ///   source throws.
  public convenience init(
    collecting source: any PixelSource, in context: ConversionContext
  ) throws(ConversionError) {
    let (format, width, height) = (source.format, source.width, source.height)
    try context.limits.checkPixels(width: width, height: height)
    try context.limits.check(
      .memory, PixelBuffer.byteCount(format, width: width, height: height),
      for: "a picture of \(width)×\(height)")
    let window = RowWindow(source)
    if let whole = try window.wholePicture() {
      let planes = (0..<format.planeCount).map { whole.plane($0) }
      self.init(format, width: width, height: height, planes: planes, owner: whole.buffer)
      return
    }
    self.init(format, width: width, height: height)
    var y = 0
    while y < height {
      while window.end <= y {
        try context.checkpoint()
        try window.pull(keepingFrom: y)
      }
      window.copy(y..<window.end, to: self, at: y)
      y = window.end
    }
  }
}
