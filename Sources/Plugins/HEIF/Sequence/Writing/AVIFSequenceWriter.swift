import ConverterCore
import PictureModel

/// Writes animations as AVIF: libaom codes them, the boxes are made here.
struct AVIFSequenceWriter {
  let animation: Animation
  let model: Picture
  let options: HEIFWriterOptions
  let context: ConversionContext

  /// AV1 has 16 bits for a side, and so has a sample entry.
  private static let longestSide = 65_535

  func write(to output: OutputFile) throws(ConversionError) {
    let facts = model.facts
    let format = PixelFormat(coding: facts, options: options)
    try check(format)
    let colour = NCLX(facts.colour, of: format)
    func encoder(_ codesAlpha: Bool) throws(ConversionError) -> AV1SequenceHandle {
      try AV1SequenceHandle(
        format, width: facts.width, height: facts.height, codesAlpha: codesAlpha, colour: colour,
        options, threads: context.threads)
    }
    let encoders = format.hasAlpha ? [try encoder(false), try encoder(true)] : [try encoder(false)]
    let count = animation.durations.count
    for frame in 0..<count {
      try context.checkpoint(Double(frame) / Double(count))
      var demand = PixelDemand([format])
      demand.frame = frame
      let pixels = try PixelBuffer(
        collecting: model.pixels(for: demand, in: context), in: context)
      for encoder in encoders { try encoder.add(pixels) }
    }
    var tracks: [SequenceFile.Track] = []
    for (index, encoder) in encoders.enumerated() {
      try encoder.finish()
      tracks.append(try track(of: encoder, format, isAlpha: index == 1))
    }
    try write(tracks, colour, isPremultiplied: format.alpha == .premultiplied, to: output)
  }

  private func check(_ format: PixelFormat) throws(ConversionError) {
    let (width, height) = (model.facts.width, model.facts.height)
    guard max(width, height) <= Self.longestSide else {
      throw ConversionError(
        .unsupportedContent,
        "an animation of \(width)×\(height) cannot be written as AVIF, whose sides are at most "
          + "\(Self.longestSide) pixels long; make it smaller with --resize")
    }
    try HEIFCodec.av1.check(format, width: width, height: height, in: context)
    // libaom keeps eight pictures to code others from, for colours and for opacity.
    let (bytes, overflow) = PixelBuffer.byteCount(format, width: width, height: height)
      .multipliedReportingOverflow(by: 30)
    try context.limits.check(.memory, overflow ? .max : bytes, for: "coding an animation")
  }

  private func track(
    of encoder: AV1SequenceHandle, _ format: PixelFormat, isAlpha: Bool
  ) throws(ConversionError) -> SequenceFile.Track {
    guard encoder.samples.count == animation.durations.count, let first = encoder.samples.first
    else {
      throw ConversionError(
        .internalError,
        "libaom made \(encoder.samples.count) of \(animation.durations.count) pictures")
    }
    let isGray = isAlpha || format.planeCount < 3
    return SequenceFile.Track(
      samples: encoder.samples,
      configuration: try AV1Configuration.box(for: first.bytes, format, isGray: isGray),
      isAlpha: isAlpha, depths: Array(repeating: UInt8(format.bitDepth), count: isGray ? 1 : 3))
  }

  private func write(
    _ tracks: [SequenceFile.Track], _ nclx: NCLX, isPremultiplied: Bool, to output: OutputFile
  ) throws(ConversionError) {
    let facts = model.facts
    var colour = BoxWriter.box(
      "colr", BoxWriter.text("nclx"), BoxWriter.number(nclx.primaries, 2),
      BoxWriter.number(nclx.transfer, 2), BoxWriter.number(nclx.matrix, 2),
      [nclx.isFullRange ? 0x80 : 0])
    if case .icc(let profile) = facts.colour {
      colour += BoxWriter.box("colr", BoxWriter.text("prof"), profile)
    }
    let exif = facts.metadata.exif ?? []
    let file = SequenceFile(
      width: facts.width, height: facts.height, tracks: tracks, colour: colour,
      animation: animation,
      // The TIFF stream begins at once behind its offset.
      exif: exif.isEmpty ? [] : BoxWriter.number(0, 4) + exif, xmp: facts.metadata.xmp ?? [],
      isPremultiplied: isPremultiplied)
    try output.write(file.head())
    for track in tracks {
      for sample in track.samples { try output.write(sample.bytes) }
    }
    try output.write(file.exif + file.xmp)
  }
}

extension AV1Configuration {
  /// An `av1C` box with the sequence header of a picture (AV1 Codec ISO Media File Format Binding, 2.3).
  fileprivate static func box(
    for units: [UInt8], _ format: PixelFormat, isGray: Bool
  ) throws(ConversionError) -> [UInt8] {
    guard let header = sequenceHeader(in: units) else {
      throw ConversionError(.internalError, "libaom gave pictures without a sequence header")
    }
    // Behind the unit's header and its size of one byte.
    var bits = BitReader(Array(header.dropFirst(2)), subject: "the sequence header")
    let profile = try bits.bits(3)
    // No still picture, no reduced header, no times.
    try bits.skip(4 + 5 + 12)
    let level = try bits.bits(5)
    let tier = level > 7 ? try bits.bits(1) : 0
    let chroma =
      switch format.channels {
      case _ where isGray: 0x1C
      case .ycbcr(.s444, _, _): 0
      case .ycbcr(.s422, _, _): 0x08
      default: 0x0C
      }
    let depth = format.bitDepth > 8 ? (format.bitDepth == 12 ? 0x60 : 0x40) : 0
    return BoxWriter.box(
      "av1C",
      [0x81, UInt8(profile << 5 | level), UInt8(tier << 7 | depth | chroma), 0] + header)
  }

  /// The whole unit; `nil` where there is none.
  private static func sequenceHeader(in units: [UInt8]) -> [UInt8]? {
    var position = 0
    while position + 2 <= units.count {
      let (header, size) = (units[position], Int(units[position + 1]))
      // libaom writes short units with sizes of one byte, without extensions.
      guard header & 6 == 2, size < 128, size <= units.count - position - 2 else { return nil }
      if header >> 3 & 15 == 1 { return Array(units[position..<position + 2 + size]) }
      position += 2 + size
    }
    return nil
  }
}
