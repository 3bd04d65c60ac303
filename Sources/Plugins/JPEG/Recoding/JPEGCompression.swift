internal import ConverterCore
internal import PictureModel

/// Makes a JPEG file smaller: pixels stay as they are stored, coded without loss or, where a lower quality is asked
/// for, with some; what stands beside them stays, unless `--metadata` says otherwise.
struct JPEGCompression {
  let picture: Picture
  let origin: PictureOrigin
  let options: JPEGOptions
  let context: ConversionContext

  /// How pixels are coded in a stream.
  private enum Pixels: Equatable {
    case asTheyWere
    case encoded(quality: Int)
  }

  func write(to output: OutputFile) throws(ConversionError) {
    let coefficients = try JPEGCoefficients(of: origin, recut: false, in: context)
    let surroundings = try JPEGSurroundings(origin, coefficients)
    if options.keepsMetadata, output.destination == .memory {
      // Memory grows by doubling.
      try context.limits.check(
        .memory, 2 * surroundings.byteCount, for: "what the file has beside its picture")
    }
    if let reason = try reasonToLeave(coefficients, surroundings) {
      context.note("file", .kept, why: reason)
      return try output.write(everythingOf: origin.file, in: context)
    }
    // With all metadata the gain map is a part of what follows in the file, which stays.
    let gainMap =
      options.keepsMetadata ? nil : try GainMapStream(of: picture, options: options, in: context)
    let segments: [JPEGSegment] =
      if options.keepsMetadata { [] } else if let gainMap {
        try gainMap.segments(of: picture.facts).segments
      } else {
        try picture.facts.jpegSegments()
      }
    let own = JPEGQuality.estimate(quantizationSum: coefficients.frame.quantizationSum)
    let isLossy = options.asked.map { $0 < own } ?? false
    var best = isLossy && options.isTrial ? nil : try recoded(coefficients, segments)
    var pixels = Pixels.asTheyWere
    if let asked = options.asked, isLossy {
      let lossy = try encoded(coefficients.frame, segments)
      // The coefficients get the file's own header.
      let header = options.keepsMetadata ? surroundings.headerByteCount : 0
      if best.map({ lossy.count < $0.count + header }) ?? true {
        (best, pixels) = (lossy, .encoded(quality: asked))
      }
    }
    guard let stream = best else {
      throw ConversionError(.unsupportedContent, "its coefficients cannot be coded anew")
    }
    note(pixels, own: own)
    guard !options.keepsMetadata else {
      return try surroundings.write(
        around: stream, ownHeader: pixels != .asTheyWere, to: output, in: context)
    }
    try stream.write(to: output)
    if let gainMap {
      // Adobe's header is shorter than JFIF's.
      let header = try JPEGSegments(InputFile(bytes: stream), range: 0..<stream.count)
      guard let index = try header.position(of: .app2, after: JPEGSignature.multiPicture) else {
        preconditionFailure("the index was written with the picture")
      }
      try gainMap.append(
        to: output, index: index.lowerBound - JPEGSignature.multiPicture.count)
    }
  }

  /// Why the file had better stay as it is.
  private func reasonToLeave(
    _ coefficients: JPEGCoefficients, _ surroundings: JPEGSurroundings
  ) throws(ConversionError) -> String? {
    guard options.keepsMetadata else {
      if let damage = coefficients.damage {
        context.warn(
          "the JPEG data is damaged and parts of the picture may be wrong; \(damage)")
      }
      return nil
    }
    if let damage = coefficients.damage {
      return
        "its data is damaged, and other programs may make more of it than what would be left; \(damage)"
    }
    return try surroundings.obstacle()
  }

  /// The same coefficients; `nil` where libjpeg does not write such.
  private func recoded(
    _ coefficients: JPEGCoefficients, _ segments: [JPEGSegment]
  ) throws(ConversionError) -> [UInt8]? {
    do throws(ConversionError) {
      // Where all stays, the file's own header does.
      return try coefficients.smallestStream(
        progressive: options.saidProgressive,
        density: options.keepsMetadata ? nil : coefficients.density(picture.facts.metadata),
        segments)
    } catch {
      guard error.code == .unsupportedContent, options.asked != nil else { throw error }
      return nil
    }
  }

  /// The pixels at the quality asked for.
  private func encoded(
    _ frame: JPEGFrame, _ segments: [JPEGSegment]
  ) throws(ConversionError) -> [UInt8] {
    let source = JPEGByteSource(origin.file, range: origin.range, in: context)
    let facts = PictureFacts(
      width: frame.width, height: frame.height, format: frame.nativeFormat, sampleDepth: 8,
      coding: frame.coding)
    let stored = Picture(facts) { [context] demand throws(ConversionError) in
      try JPEGPixelSource(source, for: demand).readAhead(in: context)
    }
    let pixels = try stored.pixels(for: options.demand(for: facts.format), in: context)
    var parameters = JPEGParameters(
      pixels, options: options, metadata: picture.facts.metadata)
    parameters.progressive = options.saidProgressive ?? true
    parameters.optimised = true
    let output = try OutputFile(.memory)
    let height = Double(pixels.height)
    try JPEGEncoding(pixels, parameters, segments).write(to: output, in: context) {
      (rows) throws(ConversionError) in try context.checkpoint(Double(rows) / height)
    }
    return output.bytes
  }

  private func note(_ pixels: Pixels, own: Int) {
    switch pixels {
    case .encoded(let quality):
      context.noteLossyPixels("JPEG", Quality(Double(quality) / 100), from: own)
    case .asTheyWere:
      var why = "coded anew without loss"
      if let asked = options.asked {
        why +=
          asked < own
          ? ", which takes no more than quality \(asked)"
          : ": their quality is about \(own), and \(asked) would only add bytes"
      }
      context.note("pixels", .kept, why: why)
    }
  }
}

extension [UInt8] {
  /// Adds all of them to an output.
  func write(to output: OutputFile) throws(ConversionError) {
    try output.write(span)
  }
}

extension OutputFile {
  /// Adds some bytes of a file.
  func write(
    _ range: Range<Int>, of file: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    var position = range.lowerBound
    while position < range.upperBound {
      try context.checkpoint()
      let bytes = try file.read(at: position, count: min(1 << 18, range.upperBound - position))
      guard !bytes.isEmpty else {
        throw ConversionError(.readFailed, "became shorter while it was read")
      }
      try bytes.write(to: self)
      position += bytes.count
    }
  }
}
