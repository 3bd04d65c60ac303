import ConverterCore
import PictureModel
import Synchronization

/// Says once that a page is so blurred that small letters are hard to read, whether it is made to be seen or to be read.
final class Sharpness: Sendable {
  private let name: String
  private let position: Int
  private let isChecked = Mutex(false)

  /// - Parameters:
  ///   - name: of the page, for the warning.
  ///   - position: of the page among those that are scanned with it, from 0.
  init(_ name: String, at position: Int) { (self.name, self.position) = (name, position) }

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
    let why =
      "edges of letters are \(tenths) mm wide, so that letters of less than \(points) points are hard to read"
    context.warn(
      PartWarning(
        "not sharp", of: name, at: position, severity: width, "\(name) is not sharp: \(why)"
      ) { [name] in
        "\($0.count) pages are not sharp (\($0.names)): in the worst, \(name), \(why)"
      })
  }
}
