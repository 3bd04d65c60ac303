/// What a screen shows at a moment, and which pictures it wants.
public struct TriageFrame {
  public var lines: [[UInt8]] = []
  public var pictures: [PlacedPicture] = []
  /// The most urgent first.
  public var wishes: [PictureWish] = []
  /// Whether a picture that is to be shown is not there yet.
  public var isWaiting = false
}

/// A part of the room between the first line and the last ones.
struct BodyPart {
  enum Content {
    case picture(PhotoPicture)
    /// Lines that are as wide as the part.
    case lines([[UInt8]])
  }

  /// Of its top left corner, from 0.
  let row: Int
  let column: Int
  /// The room that it has.
  let columns: Int
  let content: Content

  /// A row of it: where it begins, and how many columns it takes; `nil` where there are no characters.
  private func piece(_ row: Int) -> (start: Int, columns: Int, bytes: [UInt8])? {
    let place = row - self.row
    switch content {
    case .lines(let lines):
      return lines.indices.contains(place) ? (column, columns, lines[place]) : nil
    case .picture(let picture):
      guard case .blocks(let lines) = picture.content, lines.indices.contains(place) else {
        return nil
      }
      return (start(of: picture), picture.columns, lines[place])
    }
  }

  /// In the middle of its room.
  private func start(of picture: PhotoPicture) -> Int {
    column + max(0, columns - picture.columns) / 2
  }

  /// A picture made of pixels, at its place below so many lines.
  func placed(below rows: Int) -> PlacedPicture? {
    guard case .picture(let picture) = content, case .pixels(let bytes) = picture.content else {
      return nil
    }
    return PlacedPicture(
      row: rows + row, column: start(of: picture), rows: picture.rows, bytes: bytes)
  }

  /// The lines of parts beside and below each other.
  ///
  /// - Parameter parts: from left to right.
  static func lines(_ parts: [BodyPart], rows: Int) -> [[UInt8]] {
    (0..<max(0, rows)).map { row in
      var (line, column) = ([UInt8](), 0)
      for piece in parts.compactMap({ $0.piece(row) }) {
        line += [UInt8](repeating: UInt8(ascii: " "), count: max(0, piece.start - column))
        line += piece.bytes + Array("\u{1b}[0m".utf8)
        column = piece.start + piece.columns
      }
      return line
    }
  }
}
