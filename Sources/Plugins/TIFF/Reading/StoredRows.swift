import ConverterCore

/// The rows of a picture as the file has them, uncompressed, from top to bottom.
final class StoredRows {
  private let image: TIFFImage
  private let context: ConversionContext
  /// One, or for strips of planes one a plane, so that each goes on from row to row.
  private let decoders: [Decoder]
  /// Of each plane: a row, or a row of tiles.
  private var rows: [[UInt8]]
  private let rowBytes: Int
  /// A tile, where there are some.
  private var tile: [UInt8]
  /// The first row that is in memory, where rows come from tiles.
  private var tilesBegin = -1

  /// Keeps a handle, which no array can hold.
  private final class Decoder {
    let handle: TIFFDecoderHandle

    init(_ image: TIFFImage, _ limits: Limits) throws(ConversionError) {
      handle = try TIFFDecoderHandle(image.directory, limits: limits)
    }
  }

  /// - Parameter planes: how many planes are wanted; 1 where samples stand together.
  /// - Throws: `limitExceeded`, `damagedInput`, `missingLibrary`.
  init(_ image: TIFFImage, planes: Int, in context: ConversionContext) throws(ConversionError) {
    self.image = image
    self.context = context
    let (needed, _) = image.rowBytes(of: image.width)
    switch image.layout {
    case .strips:
      try context.limits.check(.memory, needed * planes, for: "a row of the picture")
      var decoders: [Decoder] = []
      for _ in 0..<planes { decoders.append(try Decoder(image, context.limits)) }
      let row = decoders[0].handle.sizes.row
      guard row >= needed, row <= needed + 64 else { throw Self.contradiction }
      (self.decoders, rowBytes, tile) = (decoders, row, [])
      rows = (0..<planes).map { _ in [UInt8](repeating: 0, count: row) }
    case .tiles(let width, let height):
      let (tileRow, isWhole) = image.rowBytes(of: width)
      guard isWhole else {
        throw ConversionError(
          .unsupportedContent, "has tiles whose rows do not end with a byte, which are not read")
      }
      let across = (image.width - 1) / width + 1
      rowBytes = tileRow * across
      let (tileBytes, isTooLarge) = tileRow.multipliedReportingOverflow(by: height)
      let (band, isTooMuch) = rowBytes.multipliedReportingOverflow(by: height)
      // libtiff decodes into the one tile, after it read what is coded.
      let (all, isFar) = band.multipliedReportingOverflow(by: planes + 2)
      try context.limits.check(
        .memory, isTooLarge || isTooMuch || isFar ? .max : all, for: "a row of tiles")
      let decoder = try Decoder(image, context.limits)
      guard decoder.handle.sizes.tile == tileBytes, decoder.handle.sizes.tileRow == tileRow else {
        throw Self.contradiction
      }
      (decoders, tile) = ([decoder], [UInt8](repeating: 0, count: tileBytes))
      rows = (0..<planes).map { _ in [UInt8](repeating: 0, count: band) }
    }
  }

  private static let contradiction = ConversionError(
    .damagedInput, "its fields contradict each other about the size of a row")

  var complaint: String? {
    for decoder in decoders {
      if let complaint = decoder.handle.complaint(compression: image.compression) {
        return complaint
      }
    }
    return nil
  }

  /// A row of a plane, valid until the next call; rows are asked for in order.
  @_lifetime(borrow self)
  func row(_ y: Int, plane: Int) throws(ConversionError) -> Span<UInt8> {
    let start = try read(y, plane: plane)
    let bytes = rows[plane]
    // They stay in `rows`, which this object has, and change with the next call alone.
    return unsafe _overrideLifetime(
      bytes.span.extracting(start..<start + rowBytes), borrowing: self)
  }

  /// Sees that a row is there.
  ///
  /// - Returns: where it begins among the bytes of its plane.
  private func read(_ y: Int, plane: Int) throws(ConversionError) -> Int {
    guard case .tiles(let width, let height) = image.layout else {
      try decoders[plane].handle.readRow(y, sample: plane, into: &rows[plane], 0..<rowBytes)
      return 0
    }
    let first = y / height * height
    if first != tilesBegin {
      for plane in rows.indices { try readTiles(at: first, plane: plane, width, height) }
      tilesBegin = first
    }
    return (y - first) * rowBytes
  }

  private func readTiles(
    at y: Int, plane: Int, _ width: Int, _ height: Int
  ) throws(ConversionError) {
    for (index, x) in stride(from: 0, to: image.width, by: width).enumerated() {
      try context.checkpoint()
      try decoders[0].handle.readTile(x: x, y: y, sample: plane, into: &tile, tile.indices)
      place(index, min(height, image.height - y), in: &rows[plane])
    }
  }

  /// Puts rows of the tile where they belong in a row of tiles.
  private func place(_ index: Int, _ count: Int, in target: inout [UInt8]) {
    let tileRow = decoders[0].handle.sizes.tileRow
    // Of both there are `count` rows, and one of the tile ends within one of the target.
    precondition(tile.count >= count * tileRow && target.count >= count * rowBytes)
    precondition((index + 1) * tileRow <= rowBytes)
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe tile.withUnsafeBufferPointer { tile in
        guard let to = target.baseAddress, let from = tile.baseAddress else { return }
        for row in 0..<count {
          unsafe (to + row * rowBytes + index * tileRow).update(
            from: from + row * tileRow, count: tileRow)
        }
      }
    }
  }
}
