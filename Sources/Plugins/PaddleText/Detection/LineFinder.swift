import ConverterCore
import PictureModel

/// Finds the lines of text in a page.
struct LineFinder {
  let network: NeuralNetworkHandle
  /// Pixels of the longer side of what the network sees.
  let longestSide: Int

  /// Lines in pixels of the page.
  func lines(of gray: PixelBuffer) throws(ConversionError) -> [SlantedBox] {
    let scale = min(1, Double(longestSide) / Double(max(gray.width, gray.height)))
    let width = Self.size(Double(gray.width) * scale)
    let height = Self.size(Double(gray.height) * scale)
    let page = SlantedBox(
      x: Double(gray.width) / 2, y: Double(gray.height) / 2, alongX: 1, alongY: 0,
      width: Double(gray.width), height: Double(gray.height))
    let plane = LineCrop(of: page, in: gray).samples(width: width, height: height)
    return try unsafe network.run(plane + plane + plane, shape: [1, 3, height, width]) {
      values, shape throws(ConversionError) in
      guard shape == [1, 1, height, width] else {
        throw ConversionError(
          .unsupportedContent, "the network that finds lines answers in another form")
      }
      return unsafe LineMap(width: width, height: height, likely: Array(values)).boxes().map {
        // The centre of pixel 0 is at one half.
        var box = $0
        box.x += 0.5
        box.y += 0.5
        return box.scaled(
          Double(gray.width) / Double(width), Double(gray.height) / Double(height))
      }
    }
  }

  /// The nearest multiple of 32, which the network needs.
  static func size(_ pixels: Double) -> Int { max(1, Int((pixels / 32).rounded())) * 32 }
}
