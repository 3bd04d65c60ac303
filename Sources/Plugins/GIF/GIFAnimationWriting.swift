import ConverterCore
import PictureModel

/// The pictures of an animation on their way into a file.
///
/// A picture is written when the next one is known: what becomes transparent with that has to be cleared away after
/// this one, as nothing in the next can do it.
final class GIFAnimationWriting {
  private let model: Picture
  private let animation: Animation
  private let output: OutputFile
  private let options: GIFWriterOptions
  private let context: ConversionContext
  /// The colours of all pictures, where they are few enough together.
  private var shared: ColourTable?
  private var hasStarted = false
  private var losses = GIFLosses()
  /// What is on the canvas before the picture that waits.
  private var base: GIFScene

  /// - Throws: `limitExceeded`.
  init(
    _ model: Picture, _ animation: Animation, to output: OutputFile, _ options: GIFWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    self.model = model
    self.animation = animation
    self.output = output
    self.options = options
    self.context = context
    let (width, height) = (model.facts.width, model.facts.height)
    try context.limits.checkPixels(width: width, height: height)
    try context.limits.check(
      .memory, PixelBuffer.byteCount(.rgba8, width: width, height: height) * 4,
      for: "writing an animation of \(width)×\(height)")
    base = GIFScene(width: width, height: height)
  }

  func write() throws(ConversionError) -> GIFLosses {
    shared = try commonColours()
    let delays = Self.delays(animation.durations, in: context)
    var waiting = try scene(0)
    for index in delays.indices {
      let next = index + 1 < delays.count ? try scene(index + 1) : nil
      let cleared = next.flatMap { waiting.emptied(in: $0) }
      let place = try writePicture(waiting, delay: delays[index], clearing: cleared)
      if let next {
        base = waiting
        if cleared != nil { base.clear(place) }
        waiting = next
      }
    }
    try output.write(GIFBlocks.end)
    return losses
  }

  /// Hundredths of a second, so that no time is won or lost over many pictures.
  static func delays(_ durations: [Int], in context: ConversionContext) -> [Int] {
    var (elapsed, written) = (0, 0)
    return durations.map { duration in
      let (sum, isOverflow) = elapsed.addingReportingOverflow(max(0, duration))
      elapsed = isOverflow ? elapsed : sum
      let delay = elapsed / 10_000 + (elapsed % 10_000 >= 5000 ? 1 : 0) - written
      written += delay
      if delay > 65535 {
        context.warn("GIF shows a picture for at most 655 seconds")
      }
      return max(0, min(65535, delay))
    }
  }

  /// The colours of all pictures; `nil` as soon as there are too many.
  private func commonColours() throws(ConversionError) -> ColourTable? {
    var table = ColourTable(limit: options.colours)
    for index in animation.durations.indices {
      let source = try source(index)
      while let band = try source.nextBand() {
        try context.checkpoint(0.3 * Double(index) / Double(animation.durations.count))
        let plane = band.plane(0)
        // Each row has four bytes for each pixel of the width.
        for row in 0..<band.height {
          guard
            unsafe table.add(
              plane.row(row, as: UInt8.self), samplesPerPixel: 4, count: source.width)
          else { return nil }
        }
      }
    }
    // One more stands for what stays as it is, if there is room.
    guard table.emptyIndex == nil, table.colours.count < options.colours else { return table }
    return ColourTable(table.colours + [.zero])
  }

  private func source(_ index: Int) throws(ConversionError) -> any PixelSource {
    var demand = PixelDemand([.rgba8])
    demand.frame = index
    return try model.pixels(for: demand, in: context)
  }

  private func scene(_ index: Int) throws(ConversionError) -> GIFScene {
    let scene = try GIFScene(try source(index), like: base, in: context)
    if scene.hasTranslucentPixels { losses.hasTranslucentPixels = true }
    try context.checkpoint(0.3 + 0.7 * Double(index) / Double(animation.durations.count))
    return scene
  }

  /// The part of the canvas that a picture is written as: all that changes, and all that is cleared after it.
  private func written(_ scene: GIFScene, _ cleared: PixelRectangle?) -> PixelRectangle {
    // The first is whole, for viewers that take the canvas's size from it.
    guard hasStarted, let changed = scene.changed(from: base) else {
      return hasStarted
        ? cleared ?? PixelRectangle(x: 0, y: 0, width: 1, height: 1) : scene.wholePlace
    }
    return cleared.map { changed.union($0) } ?? changed
  }

  /// - Returns: where it is.
  private func writePicture(
    _ scene: GIFScene, delay: Int, clearing cleared: PixelRectangle?
  ) throws(ConversionError) -> PixelRectangle {
    let place = written(scene, cleared)
    let part = GIFPart(scene, place, over: hasStarted ? base : nil)
    let coding = part.coding(shared: shared, options)
    let colours = coding.colours
    if coding.isLossy { losses.colours = options.colours }
    if !hasStarted {
      try output.write(
        GIFBlocks.start(width: scene.width, height: scene.height, colours)
          + GIFBlocks.repetitions(animation.repetitions) + GIFBlocks.metadata(model.facts))
    }
    try output.write(
      GIFBlocks.control(
        cleared == nil ? .keep : .background, delay: delay, emptyIndex: colours.emptyIndex))
    try output.write(
      GIFBlocks.descriptor(
        place, own: hasStarted && shared == nil ? colours : nil,
        isInterlaced: options.isInterlaced))
    let buffer = ByteBuffer()
    let compressor = GIFCompressor(indexBits: colours.indexBits, into: buffer)
    part.write(coding, to: compressor, isInterlaced: options.isInterlaced)
    compressor.finish()
    try output.drain(buffer)
    hasStarted = true
    return place
  }
}
