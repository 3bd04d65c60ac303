package import ConverterCore

/// What the headers of a codestream say (ISO/IEC 15444-1, annex A); its data wait.
package struct Codestream: Sendable {
  package struct Component: Sendable, Equatable {
    package var bitDepth: Int
    package var isSigned: Bool
    /// How many columns and rows of the reference grid a sample stands for.
    package var horizontal: Int
    package var vertical: Int
  }

  /// In the file.
  package let range: Range<Int>
  /// Of the reference grid, which the largest components have.
  package let width: Int
  package let height: Int
  /// Where on the grid the picture begins.
  package let origin: (x: Int, y: Int)
  package let components: [Component]
  let grid: TileGrid
  /// How often all components of all tiles can be halved.
  package let reductions: Int
  /// Whether the 5-3 wavelet is used throughout, which keeps integers.
  package let isReversible: Bool
  /// Whether blocks are coded as ISO/IEC 15444-15 has it.
  package let isHighThroughput: Bool
  /// Whether it ends with the mark of its end, which many leave out.
  package let hasEnd: Bool
  /// All kinds of coding that its headers speak of.
  let styles: [CodingStyle]
  /// Which of them holds where.
  let coding: CodingMap

  package var tiles: Int { grid.across * grid.down }

  /// Reads all headers, those of the tile-parts too.
  ///
  /// - Throws: `damagedInput`, also where a tile is missing or cut off; `unsupportedContent`; `limitExceeded`.
  package init(
    _ input: InputFile, in range: Range<Int>, _ context: ConversionContext
  ) throws(ConversionError) {
    var walk = CodestreamWalk(input, in: range, context)
    let size = try walk.readMainHeader()
    self.range = range
    width = size.x1 - size.x0
    height = size.y1 - size.y0
    origin = (size.x0, size.y0)
    components = size.components
    grid = size.grid
    try walk.readTileParts(tiles: grid.across * grid.down)
    styles = walk.styles
    coding = walk.coding
    reductions = walk.styles.map(\.levels).min() ?? 0
    isReversible = walk.styles.allSatisfy(\.isReversible)
    hasEnd = walk.hasEnd
    isHighThroughput = walk.isHighThroughput
  }

  /// The size of the picture, halved `reductions` times; none of a side may be left if it does not begin at 0.
  package func size(reductions: Int) -> (width: Int, height: Int) {
    size(
      of: Component(bitDepth: 8, isSigned: false, horizontal: 1, vertical: 1),
      reductions: reductions)
  }

  /// The size of a component, halved `reductions` times.
  package func size(of component: Component, reductions: Int = 0) -> (width: Int, height: Int) {
    func count(_ start: Int, _ length: Int, _ step: Int) -> Int {
      let first = (start + step - 1) / step
      let last = (start + length + step - 1) / step
      let half = (1 << reductions) - 1
      return ((last + half) >> reductions) - ((first + half) >> reductions)
    }
    return (
      count(origin.x, width, component.horizontal), count(origin.y, height, component.vertical)
    )
  }

  /// What decoding takes at most: the data here and in OpenJPEG, 32 bits a sample, and what OpenJPEG keeps of tiles, precincts and blocks.
  package func decodingBytes(reductions: Int = 0) -> Int {
    let (tileWidth, tileHeight) = (min(grid.width, width), min(grid.height, height))
    var bytes = 2 * Double(range.count)
    for component in components {
      let size = size(of: component, reductions: reductions)
      bytes += 4 * Double(size.width) * Double(size.height)
      // A picture of one tile is decoded where it stays.
      if tiles > 1 {
        bytes += 4 * Double(tileWidth) * Double(tileHeight)
      }
    }
    bytes += Double(tiles) * (8000 + 1200 * Double(components.count))
    let structure =
      styles.map { $0.structureBytes(width: tileWidth, height: tileHeight) }.max() ?? 0
    bytes += structure * Double(components.count)
    return bytes < 1e18 ? Int(bytes) : .max
  }
}

/// How components are coded (A.6.1).
struct CodingStyle: Sendable, Equatable {
  var layers: Int
  /// How often the wavelet halves the picture.
  var levels: Int
  /// Of a code block, as powers of two.
  var blockWidth: Int
  var blockHeight: Int
  var isReversible: Bool
  /// From the smallest resolution on, as powers of two.
  var precincts: [(width: Int, height: Int)]

  static func == (left: Self, right: Self) -> Bool {
    left.layers == right.layers && left.levels == right.levels
      && left.blockWidth == right.blockWidth && left.blockHeight == right.blockHeight
      && left.isReversible == right.isReversible
      && left.precincts.elementsEqual(right.precincts) { $0 == $1 }
  }

  /// What OpenJPEG keeps of a component's precincts and blocks in a tile of this size. Small ones make a hostile
  /// file need a hundred times what its samples take.
  func structureBytes(width: Int, height: Int) -> Double {
    func parts(_ length: Int, _ power: Int) -> Double {
      (Double(length) / Double(1 << power)).rounded(.up) + 1
    }
    var (bytes, most) = (0.0, 0.0)
    for resolution in 0...levels {
      let (w, h) = (width >> (levels - resolution), height >> (levels - resolution))
      let precinct = precincts.indices.contains(resolution) ? precincts[resolution] : (15, 15)
      let inner = resolution == 0 ? 0 : 1
      let count = parts(w, precinct.0) * parts(h, precinct.1)
      let blocks =
        parts(w, max(0, min(blockWidth, precinct.0 - inner)))
        * parts(h, max(0, min(blockHeight, precinct.1 - inner)))
      bytes += 200 * count + 250 * blocks
      most = max(most, count)
    }
    // Which packets have come, two bytes each.
    return bytes + 2 * Double(layers + 1) * Double(levels + 1) * most
  }
}
