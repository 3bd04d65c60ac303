import ConverterCore
import PagedDocumentModel
import RecognizedTextModel

/// The words of a page as text that is not seen, each where it stands in the picture.
struct TextLayer {
  let page: RecognizedPage
  /// Where the picture is on its page, in points.
  let box: PageBox
  /// The name of ``InvisibleFont`` among the resources, with its slash.
  let font: String

  /// Operators for the content of the page; none where there are no words.
  var content: String {
    let lines = page.lines.filter { !$0.words.isEmpty }
    guard !lines.isEmpty else { return "" }
    return "q \(turn)3 Tr " + lines.map(content).joined(separator: " ") + " Q "
  }

  /// What lays the turned page over the picture as it stands; nothing where it was not turned.
  private var turn: String {
    let (left, bottom) = (Self.number(box.left), Self.number(box.bottom))
    let (right, top) = (
      Self.number(box.left + box.width), Self.number(box.bottom + box.height)
    )
    return switch page.rotation {
    case 90: "0 1 -1 0 \(right) \(bottom) cm "
    case 180: "-1 0 0 -1 \(right) \(top) cm "
    case 270: "0 -1 1 0 \(left) \(top) cm "
    default: ""
    }
  }

  /// Where the turned page is before it is laid over the picture.
  private var upright: PageBox {
    guard page.rotation != 0 else { return box }
    let swaps = page.rotation != 180
    return PageBox(
      left: 0, bottom: 0, width: swaps ? box.height : box.width,
      height: swaps ? box.width : box.height)
  }

  /// Points for a pixel of the picture, to the right and up.
  private var scale: (x: Double, y: Double) {
    (upright.width / Double(max(1, page.width)), upright.height / Double(max(1, page.height)))
  }

  /// Lines that fall or rise more are written along their slope, others as level words: viewers divide a word whose
  /// letters do not stand on one height.
  private static let mostLevelSlope = 0.09
  /// How far below or above its place a word may stand, in points, so that it needs none of its own.
  private static let sameHeight = 0.3
  /// How far above or below the middle of such a line its words stand, for a size of 1, and by how much it falls at most:
  /// for poppler a line ends where letters stand half of their size higher or lower.
  private static let mostApart = 0.2
  private static let mostGathered = 1.6

  /// A text object for each line, so that viewers take what stands in it for one line.
  private func content(of line: RecognizedPage.Line) -> String {
    // The box of a line that falls is higher than its letters.
    let letters = line.words.map(\.box.height).max() ?? line.box.height
    let size = Swift.max(1, (Double(letters) * scale.y * 10).rounded() / 10)
    let slope = -line.baseline.slope * scale.y / scale.x
    let isLevel = abs(slope) <= Self.mostLevelSlope
    let length = isLevel ? 1 : (1 + slope * slope).squareRoot()
    let (cosine, sine) = isLevel ? (1, 0) : (1 / length, slope / length)
    let matrix = [cosine, sine, -sine, cosine].map { Self.number($0, decimals: 4) }
    let words = ordered(line)
    let start = Double(words[0].box.left)
    // A level word stands on the height of its middle.
    var heights = words.map { height(at: isLevel ? $0.middle : Double($0.box.left), of: line) }
    if isLevel { heights = Self.gathered(heights, size: size) }
    let place = [upright.left + start * scale.x, heights[0]].map { Self.number($0) }
    var shown = ShownLine(size: size, step: scale.x * length, start: start)
    var current = 0.0
    for (index, word) in words.enumerated() {
      let rise = heights[index] - heights[0]
      if isLevel, abs(rise - current) > Self.sameHeight { current = rise }
      shown.rise(to: (current * 10).rounded() / 10)
      let next = index + 1 < words.count ? Double(words[index + 1].box.left) : nil
      shown.show(
        word.text.asSeen, from: Double(word.box.left), to: Double(word.box.right), next: next)
    }
    let rest = shown.isRaised ? " 0 Ts" : ""
    return "BT \((matrix + place).joined(separator: " ")) Tm\(font) \(Self.number(size)) Tf"
      + "\(shown.operators)\(rest) ET"
  }

  /// Words of a line that falls a little stand on heights so near each other that poppler takes it for one line, and those
  /// at its ends six tenths of the letters' height at most from where they are seen.
  private static func gathered(_ heights: [Double], size: Double) -> [Double] {
    guard let lowest = heights.min(), let highest = heights.max(),
      highest - lowest <= mostGathered * size
    else { return heights }
    let middle = (lowest + highest) / 2
    return heights.map { min(max($0, middle - mostApart * size), middle + mostApart * size) }
  }

  /// The height of the line's letters on the page, at a place in pixels.
  private func height(at place: Double, of line: RecognizedPage.Line) -> Double {
    let fall = line.baseline.y1 + line.baseline.slope * (place - line.baseline.x1)
    return upright.bottom + upright.height - fall * scale.y
  }

  /// The words of a line from left to right, as they are seen.
  private func ordered(_ line: RecognizedPage.Line) -> [RecognizedPage.Word] {
    guard line.words.contains(where: { $0.direction == .rightToLeft }) else { return line.words }
    return line.words.sorted { $0.box.left < $1.box.left }
  }

  /// With so many decimals at most, and without exponent.
  static func number(_ value: Double, decimals: Int = 1) -> String {
    let unit = decimals == 4 ? 10_000 : 10
    let parts = Int((value * Double(unit)).rounded())
    let (whole, rest) = parts.magnitude.quotientAndRemainder(dividingBy: UInt(unit))
    let sign = parts < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String("\(UInt(unit) + rest)".dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

extension RecognizedPage.Word {
  /// In pixels from the left.
  fileprivate var middle: Double { Double(box.left + box.right) / 2 }
}
