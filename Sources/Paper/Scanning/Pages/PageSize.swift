/// How large a page becomes: as large as it is seen, so that no pixel is lost.
struct PageSize: Equatable {
  /// In pixels.
  let width: Int
  let height: Int
  /// Pixels an inch.
  let dpi: Double

  /// The most pixels of a page.
  static let mostPixels = 60_000_000

  /// - Parameters:
  ///   - corners: of the page in pixels of the upright picture.
  ///   - source: the size of that picture.
  init(of corners: Quad, in source: Point) {
    let shape = PageShape(of: corners, centre: source / 2)
    self.init(Rectification(corners, aspect: shape.aspect, mostPixels: Self.mostPixels)) {
      longer in
      shape.paper.map { longer / ($0.millimetres.longer / 25.4) }
    }
  }

  /// - Parameters:
  ///   - source: the size of a picture, the whole of which is the page.
  ///   - dpi: what the picture says of itself.
  init(whole source: Point, dpi: Double?) {
    let target = Rectification(
      Quad(width: source.x, height: source.y), aspect: source.y / source.x,
      mostPixels: Self.mostPixels)
    self.init(target) { longer in dpi.map { $0 * longer / max(source.x, source.y) } }
  }

  /// Where nothing is known, the longer side is taken to be as long as that of A4.
  ///
  /// - Parameter known: pixels an inch for the longer side in pixels.
  private init(_ target: Rectification, dpi known: (Double) -> Double?) {
    width = min(target.width, Self.mostPixels)
    // Of a picture of very different sides the shorter one is a pixel, however much is to be saved.
    height = min(target.height, Self.mostPixels / width)
    let longer = Double(max(width, height))
    dpi = known(longer) ?? min(max(longer / 11.7, 72), 600)
  }
}
