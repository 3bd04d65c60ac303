import ConverterCore
import PictureModel

/// Writes animated PNG files: of each picture the rectangle that differs from the one before.
///
/// Pictures are coded by ``PNGWriter``, whose chunks of picture data become those of an animation. They share one
/// palette, as the format has it.
struct PNGAnimationWriter {
  private let model: Picture
  private let animation: Animation
  private let output: OutputFile
  private let options: PNGWriterOptions
  private let context: ConversionContext
  /// The number of the next fcTL or fdAT chunk.
  private var number = 0
  private var header: PNGChunk?
  /// What was looked for in all pictures together.
  private var search: PNGPaletteSearch?

  init(
    _ animation: Animation, of model: Picture, to output: OutputFile, options: PNGWriterOptions,
    in context: ConversionContext
  ) {
    self.animation = animation
    self.model = model
    self.output = output
    self.options = options
    self.context = context
  }

  mutating func write() throws(ConversionError) {
    let format = PixelFormat(writtenFor: model.facts)
    let (width, height) = (model.facts.width, model.facts.height)
    try context.limits.checkPixels(width: width, height: height)
    let (bytes, overflow) = PixelBuffer.byteCount(format, width: width, height: height)
      .multipliedReportingOverflow(by: 4)
    try context.limits.check(.memory, overflow ? .max : bytes, for: "coding an animation")
    if model.facts.palette == nil, options.looksForPalette {
      let all = PNGFrameStack(model, count: animation.durations.count, format: format, in: context)
      search = try PNGPaletteSearch(
        all, atMost: options.colours, background: model.facts.background, in: context)
      search?.note(in: context)
    }
    var before: PixelBuffer?
    for frame in animation.durations.indices {
      try context.checkpoint(Double(frame) / Double(animation.durations.count))
      var demand = PixelDemand([format])
      demand.frame = frame
      let pixels = try PixelBuffer(
        collecting: model.pixels(for: demand, in: context), in: context)
      if let before {
        let rectangle = pixels.rectangle(differingFrom: before)
        try write(CroppedBand.of(pixels, rectangle), at: rectangle, frame: frame)
      } else {
        try writeFirst(pixels)
      }
      before = pixels
    }
    try output.write(PNGChunk(type: .end, bytes: []).serialized)
  }

  /// The first picture is the default one, too; everything that is said of all stands before it.
  private mutating func writeFirst(_ pixels: PixelBuffer) throws(ConversionError) {
    let chunks = try chunks(of: BufferSource(pixels), facts: model.facts)
    try output.write(PNGChunkList.signature)
    var isAnnounced = false
    for chunk in chunks where chunk.type != .end {
      if chunk.type == .header { header = chunk.withoutSize }
      if chunk.type == .data, !isAnnounced {
        isAnnounced = true
        let counts = [animation.durations.count, min(max(0, animation.repetitions), 1 << 31 - 1)]
        try output.write(
          PNGChunk(type: .animation, bytes: counts.flatMap(\.bigEndianBytes)).serialized)
        let whole = PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height)
        try writeControl(whole, frame: 0)
      }
      try output.write(chunk.serialized)
    }
  }

  private mutating func write(
    _ source: any PixelSource, at rectangle: PixelRectangle, frame: Int
  ) throws(ConversionError) {
    let facts = PictureFacts(
      width: rectangle.width, height: rectangle.height, format: source.format,
      sampleDepth: model.facts.sampleDepth, coding: "")
    let chunks = try chunks(of: source, facts: facts)
    guard let own = chunks.first?.withoutSize, own == header else {
      throw ConversionError(
        .internalError, "the pictures of the animation were coded in different formats")
    }
    try writeControl(rectangle, frame: frame)
    for chunk in chunks where chunk.type == .data {
      let bytes = number.bigEndianBytes + chunk.bytes
      try output.write(PNGChunk(type: .frameData, bytes: bytes).serialized)
      number += 1
    }
  }

  private mutating func writeControl(
    _ rectangle: PixelRectangle, frame: Int
  ) throws(ConversionError) {
    let delay = PNGDelay(microseconds: animation.durations[frame])
    try output.write(PNGFrameControl(rectangle, delay: delay).chunk(number: number).serialized)
    number += 1
  }

  /// The chunks of a PNG file of a picture.
  private func chunks(
    of source: any PixelSource, facts: PictureFacts
  ) throws(ConversionError) -> [PNGChunk] {
    let file = try OutputFile(.memory)
    let own = context.forCompanion(reportsProgress: false)
    try PNGWriter.encode(
      search?.mapped(source) ?? source, palette: search?.palette ?? model.facts.palette,
      facts: facts, to: file, options: options, in: own)
    for warning in own.warnings { context.warn(warning) }
    for entry in own.ledger { context.note(entry.what, entry.action, why: entry.why) }
    let input = InputFile(bytes: file.bytes)
    var cursor = PNGChunkCursor(input, at: PNGChunkList.signature.count)
    var chunks: [PNGChunk] = []
    while cursor.offset < input.byteCount {
      chunks.append(try cursor.chunk(try cursor.next()))
    }
    return chunks
  }
}

/// The pictures of an animation as one, each below the one before.
private final class PNGFrameStack: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let model: Picture
  private let context: ConversionContext
  private var frame = 0
  private var source: (any PixelSource)?

  init(_ model: Picture, count: Int, format: PixelFormat, in context: ConversionContext) {
    self.model = model
    self.format = format
    self.context = context
    (width, height) = (model.facts.width, model.facts.height * count)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    while frame * model.facts.height < height {
      if source == nil { source = try opened() }
      if let band = try source?.nextBand() {
        return band.placed(at: frame * model.facts.height + band.y)
      }
      source = nil
      frame += 1
    }
    return nil
  }

  private func opened() throws(ConversionError) -> any PixelSource {
    var demand = PixelDemand([format])
    demand.frame = frame
    return try model.pixels(for: demand, in: context)
  }
}

extension PNGChunk {
  /// What two headers of the same kind of picture have in common.
  fileprivate var withoutSize: PNGChunk {
    PNGChunk(type: type, bytes: Array(bytes.dropFirst(8)))
  }
}
