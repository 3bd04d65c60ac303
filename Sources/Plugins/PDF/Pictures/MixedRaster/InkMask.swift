import PictureModel
import Scanning

/// Which pixels of a page are ink.
struct InkMask {
  let width: Int
  let height: Int
  /// How light each pixel is.
  let lightness: [UInt8]
  /// What each pixel is.
  private(set) var kinds: [UInt8]
  private let tile: Int

  static let paper: UInt8 = 0
  /// Beside ink: its edge, which is neither.
  static let edge: UInt8 = 1
  static let ink: UInt8 = 2

  /// What is lighter is paper.
  private static let lightest = 215
  /// How much of a tile has a tone where there is a picture, and how uneven that is (its variance).
  private static let (pictureShare, pictureVariance) = (0.12, 150.0)

  init(_ page: Raster, dpi: Double) {
    (width, height) = (page.width, page.height)
    tile = max(8, Int(dpi / 10))
    lightness = page.channels == 1 ? page.bytes : page.gray().bytes
    // Both buffers are of the width and height, a byte for each pixel.
    let gray = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      let row = unsafe gray.planes[0].row(y, as: UInt8.self)
      for x in 0..<width { unsafe row[x] = lightness[y * width + x] }
    }
    let dark = Binarization.sauvola(gray, dpi: dpi)
    kinds = [UInt8](repeating: Self.paper, count: width * height)
    for y in 0..<height {
      let row = unsafe dark.planes[0].row(y, as: UInt8.self)
      for x in 0..<width where unsafe row[x] == 0 { kinds[y * width + x] = Self.ink }
    }
    markEdges(reach: max(1, Int(dpi / 140)))
  }

  /// Pixels at most so far from ink, along rows and then along columns.
  private mutating func markEdges(reach: Int) {
    markRows(reach: reach)
    markColumns(reach: reach)
  }

  private mutating func markRows(reach: Int) {
    let (width, height) = (width, height)
    var kinds = self.kinds.mutableSpan
    for y in 0..<height {
      let row = y * width
      for x in 0..<width where kinds[row + x] == Self.ink {
        for near in max(0, x - reach)...min(width - 1, x + reach)
        where kinds[row + near] == Self.paper { kinds[row + near] = Self.edge }
      }
    }
  }

  /// What was marked along its row is within reach: each column is followed from its last such pixel.
  private mutating func markColumns(reach: Int) {
    let (width, height, marked) = (width, height, self.kinds)
    var kinds = self.kinds.mutableSpan
    for y in 0..<height {
      for x in 0..<width where marked[y * width + x] != Self.paper {
        for near in max(0, y - reach)...min(height - 1, y + reach)
        where kinds[near * width + x] == Self.paper { kinds[near * width + x] = Self.edge }
      }
    }
  }

  /// Leaves photographs and all else whose tones change within a tenth of an inch to the paper.
  ///
  /// - Returns: their share of the page.
  mutating func removePictures() -> Double {
    let (columns, rows) = ((width + tile - 1) / tile, (height + tile - 1) / tile)
    var isPicture = [Bool](repeating: false, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns { isPicture[row * columns + column] = hasTones(column, row) }
    }
    isPicture = Self.closed(isPicture, columns: columns, rows: rows)
    for index in isPicture.indices where isPicture[index] {
      let (xs, ys) = pixels(index % columns, index / columns)
      for y in ys { for x in xs { kinds[y * width + x] = Self.paper } }
    }
    return Double(isPicture.count { $0 }) / Double(max(1, isPicture.count))
  }

  private func pixels(_ column: Int, _ row: Int) -> (Range<Int>, Range<Int>) {
    (column * tile..<min(width, (column + 1) * tile), row * tile..<min(height, (row + 1) * tile))
  }

  /// Whether a tile has a tone that changes.
  private func hasTones(_ column: Int, _ row: Int) -> Bool {
    let (xs, ys) = pixels(column, row)
    var (count, sum, squares) = (0, 0, 0)
    for y in ys {
      for x in xs where kinds[y * width + x] == Self.paper {
        let value = Int(lightness[y * width + x])
        guard value < Self.lightest else { continue }
        count += 1
        sum += value
        squares += value * value
      }
    }
    guard Double(count) > Self.pictureShare * Double(xs.count * ys.count) else { return false }
    let mean = Double(sum) / Double(count)
    return Double(squares) / Double(count) - mean * mean > Self.pictureVariance
  }

  /// Tiles between others belong to them, and single ones are none.
  private static func closed(_ tiles: [Bool], columns: Int, rows: Int) -> [Bool] {
    var result = tiles
    for row in 0..<rows {
      for column in 0..<columns {
        var near = 0
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1)
          where (x, y) != (column, row) && tiles[y * columns + x] { near += 1 }
        }
        let index = row * columns + column
        result[index] = tiles[index] ? near >= 2 : near >= 4
      }
    }
    return result
  }
}
