import ConverterCore

/// Where tiles lie on the reference grid (ISO/IEC 15444-1, B.3).
struct TileGrid: Sendable {
  /// Where the first begins.
  var x, y: Int
  /// Of a tile.
  var width, height: Int
  /// How many there are.
  var across, down: Int
}

/// Which of a codestream's ways of coding holds where (A.6.1, A.6.2): what a tile says of a component goes before what
/// it says of all, and that before what the main header says.
struct CodingMap: Sendable {
  private struct Header: Sendable {
    var all: Int?
    var components: [Int: Int] = [:]

    mutating func set(_ style: Int, of component: Int?) {
      if let component {
        components[component] = style
      } else {
        self = Header(all: style)
      }
    }
  }

  private var main = Header()
  /// Of those tiles alone that say something themselves.
  private var tiles: [Int: Header] = [:]

  /// Whether something is said of all components.
  var isComplete: Bool { main.all != nil }

  /// - Parameters:
  ///   - component: `nil` for all, also those of which something was said before, as OpenJPEG takes it.
  ///   - tile: `nil` for all that say nothing themselves.
  mutating func set(_ style: Int, of component: Int? = nil, in tile: Int?) {
    if let tile {
      tiles[tile, default: Header()].set(style, of: component)
    } else {
      main.set(style, of: component)
    }
  }

  func style(of component: Int, in tile: Int) -> Int {
    let own = tiles[tile]
    return own?.components[component] ?? own?.all ?? main.components[component] ?? main.all ?? 0
  }

  /// That which says how many layers there are.
  func style(in tile: Int) -> Int { tiles[tile]?.all ?? main.all ?? 0 }
}

extension Codestream {
  /// How many packets may be missing: ends of tiles are cut off to make files smaller, and looking for so many takes
  /// little time.
  static let sparePackets = 1 << 18

  /// OpenJPEG looks for every packet that headers speak of, and nothing stops it. Each takes a byte at least, even
  /// where nothing is in it (B.10.3), so that there cannot be many more than bytes.
  ///
  /// - Throws: `damagedInput`.
  func checkPackets(in context: ConversionContext) throws(ConversionError) {
    let most = range.count + Self.sparePackets
    guard try packets(upTo: most, in: context) <= Double(most) else {
      throw ConversionError(
        .damagedInput,
        "its JPEG 2000 data should have more packets than their \(range.count) bytes can hold")
    }
  }

  /// How many packets headers speak of; beyond `most` they are not counted to the end.
  func packets(upTo most: Int, in context: ConversionContext) throws(ConversionError) -> Double {
    var count = 0.0
    for tile in 0..<tiles {
      try context.checkpoint()
      let (left, top) = (
        grid.x + tile % grid.across * grid.width, grid.y + tile / grid.across * grid.height
      )
      let columns = max(left, origin.x)..<min(left + grid.width, origin.x + width)
      let rows = max(top, origin.y)..<min(top + grid.height, origin.y + height)
      let layers = Double(styles[coding.style(in: tile)].layers)
      for (index, component) in components.enumerated() {
        let style = styles[coding.style(of: index, in: tile)]
        count +=
          layers
          * style.precinctCount(
            columns.divided(by: component.horizontal), rows.divided(by: component.vertical))
        if count > Double(most) { return count }
      }
    }
    return count
  }
}

extension CodingStyle {
  /// Of a component in a tile that takes up such columns and rows of it (B.6).
  fileprivate func precinctCount(_ columns: Range<Int>, _ rows: Range<Int>) -> Double {
    guard !columns.isEmpty, !rows.isEmpty else { return 0 }
    var count = 0.0
    for resolution in 0...levels {
      let size = precincts.indices.contains(resolution) ? precincts[resolution] : (15, 15)
      let step = 1 << (levels - resolution)
      count +=
        columns.divided(by: step).cells(ofPower: size.0)
        * rows.divided(by: step).cells(ofPower: size.1)
    }
    return count
  }
}

extension Range<Int> {
  /// What is left where only each `step`-th stays.
  fileprivate func divided(by step: Int) -> Range<Int> {
    (lowerBound + step - 1) / step..<(upperBound + step - 1) / step
  }

  /// In how many cells of a power of two it lies.
  fileprivate func cells(ofPower power: Int) -> Double {
    isEmpty ? 0 : Double((upperBound - 1) >> power - lowerBound >> power + 1)
  }
}
