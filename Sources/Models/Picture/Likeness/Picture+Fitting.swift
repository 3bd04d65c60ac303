public import ConverterCore

extension Picture: SampledModel, ResizableModel {
  /// With its pixels in memory, where they take less than half of what is allowed. They are the same pixels: where
  /// the picture stands in its file stays known.
  public func held(in context: ConversionContext) throws(ConversionError) -> Picture {
    let bytes = PixelBuffer.byteCount(facts.format, width: facts.width, height: facts.height)
    guard facts.animation == nil, bytes < context.limits.memory / 2 else { return self }
    let pixels = HeldPixels(self, in: context)
    var copy = self
    copy.open = { demand throws(ConversionError) in
      BufferSource(try pixels.buffer(for: demand))
    }
    // The pixels are what they were.
    (copy.coded, copy.origin) = (coded, origin)
    return copy
  }

  public func sample(in context: ConversionContext) throws(ConversionError) -> Picture {
    let size = PixelSample.size(width: facts.width, height: facts.height)
    var facts = facts
    (facts.width, facts.height) = size
    facts.metadata = PictureMetadata()
    facts.companions = []
    (facts.animation, facts.frames) = (nil, 1)
    facts.staysAsStored = false
    // Coding and comparing ask in turns, for different formats.
    var samples: [[PixelFormat]: PixelBuffer] = [:]
    return Picture(facts) { demand throws(ConversionError) in
      if let sample = samples[demand.formats] { return BufferSource(sample) }
      let whole = try PixelBuffer(
        collecting: try pixels(for: demand, in: context), in: context)
      let sample = PixelSample.of(whole)
      samples[demand.formats] = sample
      return BufferSource(sample)
    }
  }

  public func likeness(
    of file: [UInt8], as type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Double? {
    guard
      let reader = context.registry.reader(for: type) as? any Reader<Picture>
    else { return nil }
    // What it has to say of its own work is of no interest.
    let own = context.forCompanion()
    let decoded = try reader.read(InputFile(bytes: file), type: type, in: ReadingContext(own))
    let demand = PixelDemand([decoded.facts.format])
    let mine = try PixelBuffer(collecting: try pixels(for: demand, in: own), in: own)
    let theirs = try PixelBuffer(collecting: try decoded.pixels(for: demand, in: own), in: own)
    return StructuralSimilarity(LumaPlane(mine), LumaPlane(theirs))?.meanOfWorst
  }

  public func size(smallerBy factor: Double, than asked: ConversionOptions) -> SmallerSize? {
    geometry(smallerBy: factor, than: asked.resize).map { geometry in
      SmallerSize(geometry.description) { $0.resize = geometry }
    }
  }

  private func geometry(
    smallerBy factor: Double, than asked: ResizeGeometry?
  ) -> ResizeGeometry? {
    let width = Int((Double(facts.width) * factor).rounded(.down))
    let height = Int((Double(facts.height) * factor).rounded(.down))
    guard max(width, height) >= 1 else { return nil }
    switch asked {
    case .fill: return .fill(width: max(1, width), height: max(1, height))
    case .exact: return .exact(width: max(1, width), height: max(1, height))
    default: return .fit(width: max(1, width), height: max(1, height))
    }
  }
}
