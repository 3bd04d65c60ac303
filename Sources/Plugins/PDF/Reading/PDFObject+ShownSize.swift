import PDFObjects
import PagedDocumentModel

extension PDFObject {
  /// Its size as shown, turned and cut.
  var shownSize: PageSize {
    let box = visibleBox
    let unit = userUnit
    let (width, height) = ((box[2] - box[0]) * unit, (box[3] - box[1]) * unit)
    return rotation % 180 == 0
      ? PageSize(width: width, height: height) : PageSize(width: height, height: width)
  }
}
