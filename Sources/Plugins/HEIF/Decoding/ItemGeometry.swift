import ConverterCore
import PictureModel

/// Which part of the stored pixels is shown, and how it is turned: what any order of clap, irot and
/// imir comes to.
struct ItemGeometry: Sendable, Equatable {
  /// In stored pixels.
  private(set) var crop: PixelRectangle
  private(set) var orientation = Orientation.upright

  /// Everything of `width`×`height` stored pixels, upright.
  init(width: Int, height: Int) {
    crop = PixelRectangle(x: 0, y: 0, width: width, height: height)
  }

  var shownWidth: Int { orientation.swapsSides ? crop.height : crop.width }
  var shownHeight: Int { orientation.swapsSides ? crop.width : crop.height }

  /// Whether the stored pixels of this size are shown as they are.
  func isIdentity(width: Int, height: Int) -> Bool {
    self == ItemGeometry(width: width, height: height)
  }

  /// Applies the transformative properties in their order (ISO/IEC 23008-12, 6.3).
  ///
  /// - Throws: `damagedInput` for a clean aperture that shows nothing.
  mutating func apply(_ properties: [ItemProperty]) throws(ConversionError) {
    for property in properties {
      switch property {
      case .rotation(let quarterTurns):
        let turned: [Orientation] = [.upright, .rotated270, .rotated180, .rotated90]
        orientation = orientation.followed(by: turned[quarterTurns & 3])
      case .mirror(let direction):
        orientation = orientation.followed(by: direction == .leftToRight ? .mirrored : .flipped)
      case .cleanAperture(let aperture):
        try show(try aperture.rectangle(width: shownWidth, height: shownHeight))
      default:
        break
      }
    }
  }

  /// Narrows the crop to a part of what is shown.
  private mutating func show(_ part: PixelRectangle) throws(ConversionError) {
    let (swaps, reversesX, reversesY) = orientation.inverse
    var stored =
      swaps ? PixelRectangle(x: part.y, y: part.x, width: part.height, height: part.width) : part
    if reversesX { stored.x = crop.width - stored.x - stored.width }
    if reversesY { stored.y = crop.height - stored.y - stored.height }
    crop = PixelRectangle(
      x: crop.x + stored.x, y: crop.y + stored.y, width: stored.width, height: stored.height)
  }
}

extension Orientation {
  /// Where a shown pixel is stored: whether its coordinates trade places, then whether each is
  /// counted from the other end.
  fileprivate var inverse: (swaps: Bool, reversesX: Bool, reversesY: Bool) {
    switch self {
    case .upright: (false, false, false)
    case .mirrored: (false, true, false)
    case .rotated180: (false, true, true)
    case .flipped: (false, false, true)
    case .transposed: (true, false, false)
    case .rotated90: (true, false, true)
    case .transversed: (true, true, true)
    case .rotated270: (true, true, false)
    }
  }

  /// The orientation that turns as this one does and then as `next` does.
  func followed(by next: Orientation) -> Orientation {
    let (first, second) = (inverse, next.inverse)
    let result = (
      swaps: first.swaps != second.swaps,
      reversesX: first.reversesX != (first.swaps ? second.reversesY : second.reversesX),
      reversesY: first.reversesY != (first.swaps ? second.reversesX : second.reversesY)
    )
    return Orientation.allCases.first { $0.inverse == result } ?? .upright
  }
}
