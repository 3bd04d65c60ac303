import PictureModel

extension PixelBuffer {
  /// How light the paper within corners is: what three quarters of 2,500 places are no lighter than, of white, 0…1.
  ///
  /// Of 8 bits a sample, gray or RGB, of which green is looked at.
  ///
  /// - Parameter corners: in pixels; places beyond the picture do not count.
  func lightness(within corners: Quad) -> Double {
    let count = format.samplesPerPixel
    var values: [UInt8] = []
    for line in 0..<50 {
      for column in 0..<50 {
        let (across, down) = ((Double(column) + 0.5) / 50, (Double(line) + 0.5) / 50)
        let top = corners.corners[0] * (1 - across) + corners.corners[1] * across
        let bottom = corners.corners[3] * (1 - across) + corners.corners[2] * across
        let place = top * (1 - down) + bottom * down
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard (0..<width).contains(x), (0..<height).contains(y) else { continue }
        // Row and column were just seen to lie within; a pixel has `count` bytes.
        unsafe values.append(planes[0].row(y, as: UInt8.self)[x * count + count / 2])
      }
    }
    guard !values.isEmpty else { return 1 }
    return Double(values.sorted()[values.count * 3 / 4]) / 255
  }
}
