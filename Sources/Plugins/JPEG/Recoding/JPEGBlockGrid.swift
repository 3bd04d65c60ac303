internal import PictureModel

/// The blocks that a JPEG picture can be cut and turned in without being decoded: those of the scan (MCU), which hold
/// 8×8 samples of the component that is sampled least.
struct JPEGBlockGrid {
  let width: Int
  let height: Int

  init(_ frame: JPEGFrame) {
    // A single component has no others beside it, whatever its factors are.
    let isSingle = frame.sampling.count == 1
    width = isSingle ? 8 : 8 * (frame.sampling.map(\.horizontal).max() ?? 1)
    height = isSingle ? 8 : 8 * (frame.sampling.map(\.vertical).max() ?? 1)
  }

  /// Why the part and the turn of `origin` cannot be made of whole blocks; `nil` where they can.
  ///
  /// A part begins with a whole block, and ends with one on sides that are reversed: there is no block whose picture
  /// is in its second half.
  func obstacle(to origin: PictureOrigin) -> String? {
    let (crop, turn) = (origin.crop, origin.orientation)
    guard let reason = reason(origin) else { return nil }
    let columns = whole(crop.x, crop.width, of: origin.width, by: width, turn.reversesColumns)
    let rows = whole(crop.y, crop.height, of: origin.height, by: height, turn.reversesRows)
    guard let columns, let rows else { return reason }
    let part = PixelRectangle(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    let shown = origin.storedOrientation.shown(part, of: (origin.width, origin.height))
    return "\(reason); with --crop \(shown.cropText) it need not be"
  }

  private func reason(_ origin: PictureOrigin) -> String? {
    let (crop, turn) = (origin.crop, origin.orientation)
    if !crop.x.isMultiple(of: width) || !crop.y.isMultiple(of: height) {
      return "its coding can only be cut at whole blocks of \(blockText(origin)) pixels"
    }
    let isWhole = crop.width == origin.width && crop.height == origin.height
    let subject = isWhole ? "its" : "the part's"
    let names =
      origin.storedOrientation.swapsSides ? ("height", "width") : ("width", "height")
    if turn.reversesColumns, !crop.width.isMultiple(of: width) {
      return "\(subject) \(names.0) of \(crop.width) is no multiple of \(width)"
    }
    if turn.reversesRows, !crop.height.isMultiple(of: height) {
      return "\(subject) \(names.1) of \(crop.height) is no multiple of \(height)"
    }
    return nil
  }

  private func blockText(_ origin: PictureOrigin) -> String {
    origin.storedOrientation.swapsSides ? "\(height)×\(width)" : "\(width)×\(height)"
  }

  /// The whole blocks of one side that hold a part, or else all of them.
  private func whole(
    _ start: Int, _ length: Int, of side: Int, by unit: Int, _ isReversed: Bool
  ) -> Range<Int>? {
    let first = start / unit * unit
    guard isReversed else { return first..<start + length }
    let end = min((start + length + unit - 1) / unit, side / unit) * unit
    return first < end ? first..<end : nil
  }
}
