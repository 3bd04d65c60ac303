public import ConverterCore

/// Where a picture stands in its file, and what of it is shown, for a writer of the same type that can do without
/// decoding: coded anew, cut or turned in its coefficients.
///
/// A picture loses it as soon as its pixels change otherwise (``Picture/open`` is set).
public struct PictureOrigin: Sendable {
  public let type: ContentType.ID
  public let file: InputFile
  /// Where its bytes lie, with all that follows them and belongs to no other picture of the model.
  public let range: Range<Int>
  /// In pixels, as stored.
  public let width: Int
  public let height: Int
  /// How the stored picture is turned by what its file says.
  public let storedOrientation: Orientation
  /// The part of the stored picture that is shown.
  public private(set) var crop: PixelRectangle
  /// How that part is turned.
  public private(set) var orientation: Orientation
  /// Whether someone asked for another part or another turn than the file has.
  public private(set) var isRecut = false

  public init(
    _ type: ContentType.ID, in file: InputFile, at range: Range<Int>, width: Int, height: Int,
    orientation: Orientation
  ) {
    self.type = type
    self.file = file
    self.range = range
    self.width = width
    self.height = height
    self.orientation = orientation
    storedOrientation = orientation
    crop = PixelRectangle(x: 0, y: 0, width: width, height: height)
  }

  /// The same with a part of what it shows, turned once more.
  func recut(to part: PixelRectangle, turned: Orientation) -> PictureOrigin {
    var copy = self
    let local = orientation.stored(part, of: (crop.width, crop.height))
    copy.crop = PixelRectangle(
      x: crop.x + local.x, y: crop.y + local.y, width: local.width, height: local.height)
    copy.orientation = orientation.followed(by: turned)
    copy.isRecut = true
    return copy
  }
}
