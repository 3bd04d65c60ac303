public import ConverterCore

/// Lines of text on a terminal, beside a picture where there is room for both, else below it.
public struct WordsBesidePicture {
  /// The columns that a line of words has at least; with fewer, words stand below the picture.
  private static let leastRoom = 32
  private static let gap = 2

  private let graphics: TerminalGraphics
  /// The columns of the window; the last one stays free.
  private var columns: Int { graphics.size.columns - 1 }

  public init(on graphics: TerminalGraphics) { self.graphics = graphics }

  /// How the picture is to be drawn: in half of a window that is wide enough for words beside it.
  public var pictureGraphics: TerminalGraphics {
    guard columns >= 2 * (Self.leastRoom - Self.gap) else { return graphics }
    var narrow = graphics
    narrow.size = ScreenSize(columns: graphics.size.columns / 2, rows: graphics.size.rows)
    return narrow
  }

  /// Whole lines that show both.
  ///
  /// - Parameters:
  ///   - picture: drawn on ``pictureGraphics``.
  ///   - words: printable lines of any length, which are broken where they are too long.
  public func bytes(of picture: DrawnPicture, _ words: [String]) -> [UInt8] {
    let left = picture.area.columns + Self.gap
    let room = columns - left
    guard room >= Self.leastRoom else {
      let broken = words.flatMap { TextWidth.wrapped($0, to: max(1, columns)) }
      return picture.bytes + (broken.isEmpty ? [] : Self.bytes([""] + broken))
    }
    let broken = words.flatMap { TextWidth.wrapped($0, to: room) }
    if case .blocks = graphics.form { return Self.joined(picture, broken, left: left) }
    return overlaid(picture, broken, left: left)
  }

  /// Each row of blocks goes on with a line of words.
  private static func joined(_ picture: DrawnPicture, _ words: [String], left: Int) -> [UInt8] {
    let rows = picture.bytes.split(separator: UInt8(ascii: "\n"))
    var result: [UInt8] = []
    for index in 0..<max(rows.count, words.count) {
      let word = index < words.count ? words[index] : ""
      if index < rows.count {
        result += rows[index]
        result += Array("\u{1b}[0m".utf8)
        if !word.isEmpty { result += Array((blank(gap) + word).utf8) }
      } else if !word.isEmpty {
        result += Array((blank(left) + word).utf8)
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  /// Words come first, and the picture into the room on their left: terminals disagree on where they stand after a
  /// picture, so the place is saved before it and taken up again behind it.
  private func overlaid(_ picture: DrawnPicture, _ words: [String], left: Int) -> [UInt8] {
    // What is above the window could not be gone back to.
    let count = min(max(picture.area.rows + 1, words.count), max(1, graphics.size.rows - 1))
    let lines = (0..<count).map { index in
      index < words.count && !words[index].isEmpty ? Self.blank(left) + words[index] : ""
    }
    let rest = words.dropFirst(count).map { $0.isEmpty ? "" : Self.blank(left) + $0 }
    // Behind the picture a line feed could move the window.
    return Self.bytes(lines) + Array("\u{1b}[\(count)A\u{1b}7".utf8) + picture.bytes.dropLast()
      + Array("\u{1b}8".utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: count)
      + Self.bytes(rest)
  }

  private static func blank(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func bytes(_ lines: [String]) -> [UInt8] {
    lines.flatMap { Array(($0 + "\n").utf8) }
  }
}
