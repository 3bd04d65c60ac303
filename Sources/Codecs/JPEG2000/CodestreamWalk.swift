import ConverterCore

/// Goes from marker to marker of a codestream (ISO/IEC 15444-1, A.2).
struct CodestreamWalk {
  struct Size {
    var x0, y0, x1, y1: Int
    var grid: TileGrid
    var components: [Codestream.Component]
  }

  private(set) var styles: [CodingStyle] = []
  private(set) var coding = CodingMap()
  private(set) var isHighThroughput = false
  /// Whether the mark of the end is there.
  private(set) var hasEnd = false
  private let input: InputFile
  private let range: Range<Int>
  private let context: ConversionContext
  private var offset: Int
  private var componentCount = 1
  /// That whose header is read; `nil` for the main header.
  private var tile: Int?

  private enum Marker {
    static let start = 0xFF4F
    static let capabilities = 0xFF50
    static let size = 0xFF51
    static let coding = 0xFF52
    static let componentCoding = 0xFF53
    static let tilePart = 0xFF90
    static let data = 0xFF93
    static let end = 0xFFD9
  }

  init(_ input: InputFile, in range: Range<Int>, _ context: ConversionContext) {
    self.input = input
    self.range = range
    self.context = context
    offset = range.lowerBound
  }

  /// Up to the first tile-part.
  mutating func readMainHeader() throws(ConversionError) -> Size {
    guard try marker() == Marker.start, try marker() == Marker.size else {
      throw ConversionError(.damagedInput, "its JPEG 2000 data do not begin as a codestream does")
    }
    let size = try self.size(try segment())
    componentCount = size.components.count
    while true {
      let marker = try marker()
      if marker == Marker.tilePart { break }
      try read(marker)
    }
    guard coding.isComplete else {
      throw ConversionError(.damagedInput, "its JPEG 2000 data do not say how they are coded")
    }
    return size
  }

  /// From the first tile-part to the end, whose mark may be missing.
  mutating func readTileParts(tiles: Int) throws(ConversionError) {
    var (seen, missing) = (Array(repeating: false, count: tiles), tiles)
    while true {
      try context.checkpoint()
      let start = offset - 2
      var part = try segment()
      let (tile, length) = (try part.integer(2), try part.integer(4))
      guard tile < tiles, length == 0 || length >= 14 else {
        throw ConversionError(.damagedInput, "its JPEG 2000 data have a tile that cannot be")
      }
      self.tile = tile
      // A length of 0 is that of all that is left.
      let end = length == 0 ? range.upperBound : start + length
      guard end <= range.upperBound else { throw Self.cutOff }
      var marker = try marker()
      while marker != Marker.data {
        try read(marker)
        marker = try self.marker()
      }
      guard offset <= end else {
        throw ConversionError(.damagedInput, "its JPEG 2000 data have a tile that is too short")
      }
      if !seen[tile] {
        seen[tile] = true
        missing -= 1
      }
      offset = end
      if length == 0 { offset -= 2 }
      guard offset < range.upperBound else { break }
      marker = try self.marker()
      hasEnd = marker == Marker.end
      // Without a length, nothing else says that all is there.
      guard hasEnd || length > 0 else { throw Self.cutOff }
      guard marker == Marker.tilePart else { break }
    }
    guard missing == 0 else { throw Self.cutOff }
  }

  static let cutOff = ConversionError(
    .damagedInput, "its JPEG 2000 data are cut off: not all of the picture is there")

  private mutating func marker() throws(ConversionError) -> Int {
    let bytes = try input.read(at: offset, count: min(2, range.upperBound - offset))
    guard let marker = bytes.number(at: 0, width: 2, .big) else { throw Self.cutOff }
    offset += 2
    return marker
  }

  /// What follows a marker.
  private mutating func segment() throws(ConversionError) -> FieldReader {
    let length = try marker()
    guard length >= 2 else {
      throw ConversionError(.damagedInput, "its JPEG 2000 data have a segment without length")
    }
    guard length - 2 <= range.upperBound - offset else { throw Self.cutOff }
    defer { offset += length - 2 }
    return FieldReader(
      try input.read(at: offset, count: length - 2), subject: "a header of its JPEG 2000 data")
  }

  private mutating func read(_ marker: Int) throws(ConversionError) {
    try context.checkpoint()
    guard marker >= 0xFF00, marker != Marker.end else { throw Self.cutOff }
    var segment = try segment()
    switch marker {
    case Marker.capabilities:
      // Parts of the standard are counted from the highest bit on: this is part 15.
      isHighThroughput = try segment.integer(4) & 1 << (32 - 15) != 0
    case Marker.coding:
      let flags = try segment.integer(1)
      _ = try segment.integer(1)
      let layers = try segment.integer(2)
      _ = try segment.integer(1)
      coding.set(try add(try style(&segment, flags: flags, layers: layers)), in: tile)
    case Marker.componentCoding:
      let component = try segment.integer(componentCount < 257 ? 1 : 2)
      let flags = try segment.integer(1)
      let style = try style(&segment, flags: flags, layers: styles.map(\.layers).max() ?? 1)
      coding.set(try add(style), of: component, in: tile)
    default: break
    }
  }

  /// - Returns: its index among all.
  private mutating func add(_ style: CodingStyle) throws(ConversionError) -> Int {
    if let known = styles.firstIndex(of: style) { return known }
    guard styles.count < 256 else {
      throw ConversionError(
        .unsupportedContent, "its JPEG 2000 data are coded in more than 256 ways")
    }
    styles.append(style)
    return styles.count - 1
  }

  private func style(
    _ segment: inout FieldReader, flags: Int, layers: Int
  ) throws(ConversionError) -> CodingStyle {
    let levels = try segment.integer(1)
    let (width, height) = (try segment.integer(1) & 15 + 2, try segment.integer(1) & 15 + 2)
    _ = try segment.integer(1)
    let wavelet = try segment.integer(1)
    guard levels <= 32, width <= 10, height <= 10, width + height <= 12 else {
      throw ConversionError(.damagedInput, "its JPEG 2000 data are coded in a way that cannot be")
    }
    var precincts: [(width: Int, height: Int)] = []
    if flags & 1 == 1 {
      for _ in 0...levels {
        let size = try segment.integer(1)
        precincts.append((size & 15, size >> 4))
      }
    }
    return CodingStyle(
      layers: layers, levels: levels, blockWidth: width, blockHeight: height,
      isReversible: wavelet == 1, precincts: precincts)
  }

  private func size(_ segment: FieldReader) throws(ConversionError) -> Size {
    var segment = segment
    _ = try segment.integer(2)
    let (x1, y1) = (try segment.integer(4), try segment.integer(4))
    let (x0, y0) = (try segment.integer(4), try segment.integer(4))
    let (tileWidth, tileHeight) = (try segment.integer(4), try segment.integer(4))
    let (tileX, tileY) = (try segment.integer(4), try segment.integer(4))
    guard x1 > x0, y1 > y0, tileWidth > 0, tileHeight > 0, tileX <= x0, tileY <= y0,
      tileX + tileWidth > x0, tileY + tileHeight > y0
    else {
      throw ConversionError(.damagedInput, "its JPEG 2000 data say that it has no pixels")
    }
    try context.limits.checkPixels(width: x1 - x0, height: y1 - y0)
    let across = (x1 - tileX + tileWidth - 1) / tileWidth
    let down = (y1 - tileY + tileHeight - 1) / tileHeight
    guard across <= 65535, down <= 65535, across * down <= 65535 else {
      throw ConversionError(
        .damagedInput, "its JPEG 2000 data have \(across)×\(down) tiles, of at most 65535")
    }
    var components: [Codestream.Component] = []
    let count = try segment.integer(2)
    for _ in 0..<count {
      let depth = try segment.integer(1)
      let (horizontal, vertical) = (try segment.integer(1), try segment.integer(1))
      guard horizontal > 0, vertical > 0 else {
        throw ConversionError(.damagedInput, "its JPEG 2000 data have a component without samples")
      }
      components.append(
        Codestream.Component(
          bitDepth: depth & 0x7F + 1, isSigned: depth & 0x80 != 0, horizontal: horizontal,
          vertical: vertical))
    }
    guard count > 0 else {
      throw ConversionError(.damagedInput, "its JPEG 2000 data have no components")
    }
    return Size(
      x0: x0, y0: y0, x1: x1, y1: y1,
      grid: TileGrid(
        x: tileX, y: tileY, width: tileWidth, height: tileHeight, across: across, down: down),
      components: components)
  }
}
