import ConverterCore
import PictureModel

extension ImagePlanner {
  /// Tiles side by side (ISO/IEC 23008-12, 6.6.2.3).
  mutating func grid(
    _ id: UInt32, _ properties: [ItemProperty], _ parents: [UInt32]
  ) throws(ConversionError) -> ImagePlan {
    let data = try file.data(of: id, in: context)
    var reader = FieldReader(data, in: 0..<data.count, subject: "the grid item \(id)")
    try reader.skip(1)
    let width = try reader.uint8() & 1 == 0 ? 2 : 4
    let rows = Int(try reader.uint8()) + 1
    let columns = Int(try reader.uint8()) + 1
    let size = (width: try reader.integer(width), height: try reader.integer(width))
    let parts = file.references.targets(of: id, "dimg")
    guard parts.count == rows * columns else {
      throw .damaged(
        "the grid item \(id) has \(columns)×\(rows) tiles but refers to \(parts.count) items")
    }
    guard size.width > 0, size.height > 0 else { throw .damaged("the grid item \(id) is empty") }
    try context.limits.checkPixels(width: size.width, height: size.height)
    var tiles: [ImagePlan] = []
    for part in parts { tiles.append(try plan(part, within: parents + [id])) }

    let first = tiles[0]
    let tile = (width: first.geometry.shownWidth, height: first.geometry.shownHeight)
    guard
      tiles.allSatisfy({
        $0.geometry.shownWidth == tile.width && $0.geometry.shownHeight == tile.height
      })
    else { throw .damaged("the tiles of the grid item \(id) differ in size") }
    guard tile.width * columns >= size.width, tile.height * rows >= size.height else {
      throw .damaged(
        "the grid item \(id) is \(size.width)×\(size.height), more than its tiles cover")
    }
    guard case .ycbcr(var subsampling, _, _) = first.format.channels else {
      throw .unsupported("the grid item \(id) is made of tiles that have no planes")
    }
    // Chroma samples do not straddle tiles where these are odd; such grids are put together at 4:4:4.
    if (columns > 1 && tile.width % subsampling.horizontal != 0)
      || (rows > 1 && tile.height % subsampling.vertical != 0)
    {
      subsampling = .s444
    }
    return try finish(
      id, .grid(columns: columns, tiles: tiles), properties, parents, size: size, subsampling,
      bitDepth: first.format.bitDepth, colour: first.colour, partAlpha: first.format.alpha,
      coding: tiles.count == 1 ? first.coding : "\(first.coding), \(tiles.count) tiles")
  }

  /// An image turned or cropped (ISO/IEC 23008-12, 6.6.2.1).
  mutating func identity(
    _ id: UInt32, _ properties: [ItemProperty], _ parents: [UInt32]
  ) throws(ConversionError) -> ImagePlan {
    let parts = file.references.targets(of: id, "dimg")
    guard parts.count == 1 else {
      throw .damaged("the iden item \(id) refers to \(parts.count) items instead of one")
    }
    let base = try plan(parts[0], within: parents + [id])
    var geometry = base.geometry
    try geometry.apply(properties)
    var colour = base.colour
    // The planes are the base's: only what their colours mean can be said anew.
    colour.profile = Self.colour(properties).profile ?? colour.profile
    return base.with(geometry, colour: colour)
  }

  /// A gain map applied to a base image (ISO/IEC 23008-12, amendment 1 of 2025): the base is shown.
  mutating func toneMapped(
    _ id: UInt32, _ parents: [UInt32]
  ) throws(ConversionError) -> ImagePlan {
    guard let base = file.references.targets(of: id, "dimg").first else {
      throw .damaged("the tmap item \(id) refers to no base image")
    }
    return try plan(base, within: parents + [id])
  }

  /// Images laid over each other on a canvas (ISO/IEC 23008-12, 6.6.2.2).
  mutating func overlay(
    _ id: UInt32, _ properties: [ItemProperty], _ parents: [UInt32]
  ) throws(ConversionError) -> ImagePlan {
    let data = try file.data(of: id, in: context)
    var reader = FieldReader(data, in: 0..<data.count, subject: "the overlay item \(id)")
    try reader.skip(1)
    let isWide = try reader.uint8() & 1 == 1
    var fill = SIMD4<UInt16>()
    for channel in 0..<4 { fill[channel] = UInt16(try reader.uint16()) }
    let size = (
      width: try reader.integer(isWide ? 4 : 2),
      height: try reader.integer(isWide ? 4 : 2)
    )
    guard size.width > 0, size.height > 0 else { throw .damaged("the overlay item \(id) is empty") }
    try spend(try context.limits.checkPixels(width: size.width, height: size.height))
    var layers: [ImagePlan.Layer] = []
    for part in file.references.targets(of: id, "dimg") {
      let x = try isWide ? reader.int32() : reader.int16()
      let y = try isWide ? reader.int32() : reader.int16()
      layers.append(
        ImagePlan.Layer(image: try plan(part, within: parents + [id]), x: x, y: y))
    }
    guard let first = layers.first?.image else {
      throw .damaged("the overlay item \(id) lays nothing on its canvas")
    }
    let isOpaque =
      fill.w == .max
      || layers.contains { layer in
        !layer.image.format.hasAlpha && layer.x <= 0 && layer.y <= 0
          && layer.x + layer.image.geometry.shownWidth >= size.width
          && layer.y + layer.image.geometry.shownHeight >= size.height
      }
    let depth = layers.map(\.image.sampleDepth).max() ?? 8
    var geometry = ItemGeometry(width: size.width, height: size.height)
    try geometry.apply(properties)
    return ImagePlan(
      item: id, content: .overlay(fill: fill, layers: layers), width: size.width,
      height: size.height,
      format: PixelFormat(.rgb, alpha: isOpaque ? .none : .straight, bitDepth: depth > 8 ? 16 : 8),
      sampleDepth: depth, alpha: nil, geometry: geometry,
      colour: Self.colour(properties).filled(from: first.colour),
      coding: "overlay of \(layers.count), \(first.coding)")
  }
}
