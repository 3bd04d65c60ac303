import ConverterCore
import HEVC
import PictureModel

/// Makes the pixels of planned images.
struct ImageDecoder: Sendable {
  let file: HEIFFile
  let context: ConversionContext
  /// Whether this decoder works for one of several images that are decoded at the same time.
  var isPart = false

  /// The pixels of an image as stored, before its geometry.
  func source(
    of plan: ImagePlan, for demand: PixelDemand
  ) throws(ConversionError) -> any PixelSource {
    if case .jpeg(let header) = plan.content {
      return try JPEGItem.picture(
        header + file.data(of: plan.item, in: context), item: plan.item, in: context
      )
      .open(demand)
    }
    return BufferSource(try buffer(of: plan))
  }

  /// The image upright, without anything that describes it.
  func picture(of plan: ImagePlan) -> Picture {
    Picture(
      stored: plan.storedFacts, crop: plan.geometry.crop, orientation: plan.geometry.orientation,
      in: context
    ) { demand throws(ConversionError) in
      try source(of: plan, for: demand)
    }
  }

  private func buffer(of plan: ImagePlan) throws(ConversionError) -> PixelBuffer {
    try context.checkpoint()
    try context.limits.checkPixels(width: plan.width, height: plan.height)
    try context.limits.check(
      .memory, PixelBuffer.byteCount(plan.format, width: plan.width, height: plan.height),
      for: "a picture of \(plan.width)×\(plan.height)")
    let buffer = PixelBuffer(plan.format, width: plan.width, height: plan.height)
    let whole = PlaneTarget(buffer, width: plan.width, height: plan.height)
    switch plan.content {
    case .hevc, .av1:
      try decode(plan, into: whole, threads: isPart ? 1 : context.threads, by: HEVCDecoder())
    case .grid(let columns, let tiles):
      try decode(tiles, columns: columns, into: buffer)
    case .overlay(let fill, let layers):
      try lay(layers, over: fill, onto: buffer)
    case .jpeg:
      try whole.store(
        try source(of: plan, for: PixelDemand([plan.format])), item: plan.item)
    }
    if let alpha = plan.alpha {
      AlphaPlane.fill(
        buffer, from: try self.buffer(of: alpha), depth: alpha.format.bitDepth)
    }
    return buffer
  }

  /// Decodes an item of a codec.
  ///
  /// - Parameter decoder: keeps memory from one HEVC item to the next.
  private func decode(
    _ plan: ImagePlan, into target: PlaneTarget, threads: Int, by decoder: HEVCDecoder
  ) throws(ConversionError) {
    let item = plan.item
    switch plan.content {
    case .hevc(let configuration):
      try decode(
        hevc: configuration, item: item, into: target, threads: threads, by: decoder)
    case .av1(let configuration, let operatingPoint, let layer):
      let dav1d = try Dav1dHandle(
        threads: threads, operatingPoint: operatingPoint, limits: context.limits)
      let data = try file.data(of: item, in: context)
      try dav1d.decode(configuration.complete(data), item: item, layer: layer) {
        planes throws(ConversionError) in
        try target.store(planes, item: item)
      }
    case .jpeg, .grid, .overlay:
      preconditionFailure("only codecs decode items")
    }
  }

  /// Decodes tiles, row by row as given, several at a time.
  private func decode(
    _ tiles: [ImagePlan], columns: Int, into buffer: PixelBuffer
  ) throws(ConversionError) {
    let (width, height) = (tiles[0].geometry.shownWidth, tiles[0].geometry.shownHeight)
    // Threads that decode tiles have targets in the same buffer. Each writes to its own rectangle alone, those of a grid
    // do not overlap, and the buffer is read after all threads have ended.
    nonisolated(unsafe) let buffer = buffer
    let decoder = HEVCDecoder()
    let decodeTile = { @Sendable (index: Int) throws(ConversionError) in
      let tile = tiles[index]
      let target = unsafe PlaneTarget(
        buffer, x: index % columns * width, y: index / columns * height, width: width,
        height: height)
      let format = unsafe buffer.format
      if tile.isCodedPlanes(of: format) {
        try decode(tile, into: target, threads: 1, by: decoder)
      } else {
        let part = ImageDecoder(file: file, context: context, isPart: true)
        try target.store(
          try part.picture(of: tile).pixels(for: PixelDemand([format]), in: context),
          item: tile.item)
      }
    }
    if isPart {
      for index in tiles.indices { try decodeTile(index) }
    } else {
      try context.parallel(tiles.count, decodeTile)
    }
  }
}

extension ImagePlan {
  /// The facts of the stored pixels, with nothing that describes them.
  var storedFacts: PictureFacts {
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: sampleDepth, coding: coding)
    facts.colour = colour.description
    return facts
  }
}
