import ConverterCore
import PictureModel

/// Writes animated PNG files: of each picture the rectangle that differs from the one before.
///
/// Pictures are coded by ``PNGWriter``, whose chunks of picture data become those of an animation.
struct PNGAnimationWriter {
  private let model: Picture
  private let animation: Animation
  private let output: OutputFile
  private let options: PNGWriterOptions
  private let context: ConversionContext
  /// The number of the next fcTL or fdAT chunk.
  private var number = 0
  private var header: PNGChunk?

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
    var facts = PictureFacts(
      width: rectangle.width, height: rectangle.height, format: source.format,
      sampleDepth: model.facts.sampleDepth, coding: "")
    facts.palette = model.facts.palette
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
    var facts = facts
    facts.animation = nil
    let file = try OutputFile(.memory)
    // Its progress is not that of the whole.
    let alone = ConversionContext(registry: context.registry, limits: context.limits)
    try PNGWriter().write(
      Picture(facts) { _ in source }, as: "public.png", to: file, options: options, in: alone)
    for warning in alone.warnings { context.warn(warning) }
    let input = InputFile(bytes: file.bytes)
    var cursor = PNGChunkCursor(input, at: PNGChunkList.signature.count)
    var chunks: [PNGChunk] = []
    while cursor.offset < input.byteCount {
      chunks.append(try cursor.chunk(try cursor.next()))
    }
    return chunks
  }
}

extension PNGChunk {
  /// What two headers of the same kind of picture have in common.
  fileprivate var withoutSize: PNGChunk {
    PNGChunk(type: type, bytes: Array(bytes.dropFirst(8)))
  }
}
