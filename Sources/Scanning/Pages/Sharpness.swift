import ConverterCore
import PictureModel
import Synchronization

/// Says once that a page is so blurred that small letters are hard to read, whether it is made to be seen or to be read.
final class Sharpness: Sendable {
  private let name: String
  private let isChecked = Mutex(false)

  /// - Parameter name: of the page, for the warning.
  init(_ name: String) { self.name = name }

  /// - Parameters:
  ///   - page: lit evenly.
  ///   - dpi: its pixels an inch.
  func check(_ page: PixelBuffer, dpi: Double, in context: ConversionContext) {
    let isFirst = isChecked.withLock { checked in
      defer { checked = true }
      return !checked
    }
    guard isFirst, let (width, points) = InkEdges.smallestLetters(in: page, dpi: dpi) else {
      return
    }
    let tenths = (width * 10).rounded() / 10
    context.warn(
      "\(name) is not sharp: edges of letters are \(tenths) mm wide, so that letters of less than \(points) points are "
        + "hard to read")
  }
}
