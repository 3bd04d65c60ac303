import ConverterCore

extension CodedImage {
  /// The same image in fewer bytes. Pure: any thread, any number at a time.
  ///
  /// - Returns: what it became, which is always smaller; or why it is left alone.
  /// - Throws: `interrupted`, `limitExceeded`, `missingLibrary`: what ends the whole conversion.
  func recoded(for goal: RecodingGoal) throws(ConversionError) -> Recoding {
    if let obstacle { return .leftAlone(reason: obstacle) }
    do throws(ConversionError) {
      try context.checkpoint()
      let scale = hasColourKey ? 1 : goal.scale(to: goal.targetDPI)
      let recoded =
        switch try samples(scale: scale, for: goal) {
        case .bitmap(let bitmap):
          try self.recoded(
            bitmap, for: goal, space: .kept, decode: .kept, below: bytes.count)
        case .packed(let rows): try self.recoded(packed: rows)
        case .raster(let raster, let isLossy):
          try self.recoded(
            try recodable(raster, isLossy: isLossy, for: goal), isLossy: isLossy, for: goal,
            below: bytes.count)
        }
      guard let recoded else {
        return .leftAlone(reason: "it does not become smaller")
      }
      return .recoded(recoded)
    } catch {
      guard error.isAboutImage else { throw error }
      return .leftAlone(reason: error.message)
    }
  }

  /// Two colours: CCITT G4, JBIG2, or Flate for patterns.
  ///
  /// - Parameter limit: what it has to be smaller than.
  func recoded(
    _ bitmap: Bitmap, for goal: RecodingGoal, space: ColourSpaceChoice,
    decode: RecodedImage.Decode, below limit: Int
  ) throws(ConversionError) -> RecodedImage? {
    let scale = hasColourKey ? 1 : goal.scale(to: goal.monoDPI)
    let size = Self.size(width, height, scale)
    let form = BitmapForm(space: space, decode: decode)
    guard scale > 1, let reduced = bitmap.reduced(toWidth: size.width, height: size.height) else {
      let best = try coded(bitmap, as: form, below: .max)
      return best.flatMap { $0.bytes.count < limit ? $0 : nil }
    }
    try context.checkpoint()
    let best = try coded(reduced, as: form, below: limit)
    // Patterns are often the smaller for being whole.
    return try coded(bitmap, as: form, below: best?.bytes.count ?? limit) ?? best
  }

  /// What a stream says of its two colours.
  private struct BitmapForm {
    let space: ColourSpaceChoice
    let decode: RecodedImage.Decode
  }

  /// A bitmap in the coding that suits it best; `nil` where that does not come to less than `limit`.
  private func coded(
    _ bitmap: Bitmap, as form: BitmapForm, below limit: Int
  ) throws(ConversionError) -> RecodedImage? {
    let (width, height) = (bitmap.width, bitmap.height)
    func image(
      _ codec: String, _ filter: String, _ parameters: [(String, RecodedImage.Parameter)],
      _ bytes: [UInt8]
    ) -> RecodedImage {
      RecodedImage(
        width: width, height: height, bits: 1, colourSpace: form.space, codec: codec,
        filter: filter, parameters: parameters, decode: form.decode, bytes: bytes)
    }
    let blackIs1 = bitmap.oneCount * 2 < width * height
    let fax = CCITTEncoder.encode(bitmap, blackIs1: blackIs1)
    try context.checkpoint()
    // JBIG2 takes its time, and does not halve what CCITT makes of text.
    if limit < .max, fax.count / 4 > limit { return nil }
    var best = image(
      "CCITT G4", "/CCITTFaxDecode",
      [
        ("/K", .integer(-1)), ("/Columns", .integer(width)), ("/Rows", .integer(height)),
        ("/BlackIs1", .boolean(blackIs1)),
      ], fax)
    let jbig2 = JBIG2Encoder.encode(bitmap)
    if jbig2.count < best.bytes.count { best = image("JBIG2", "/JBIG2Decode", [], jbig2) }
    if case .flate = filters.last {
      let flate = try FlateImage(
        width: width, height: height, channels: 1, bits: 1, rows: bitmap.bytes
      ).coded(isDrawing: true)
      if flate.bytes.count < best.bytes.count {
        best = image("Flate", "/FlateDecode", [], flate.bytes)
      }
    }
    return best.bytes.count < limit ? best : nil
  }

  /// Its samples; numbers of colours stay such where their space may not become another.
  func samples(scale: Double, for goal: RecodingGoal) throws(ConversionError) -> Samples {
    let samples = try samples(scale: scale)
    guard goal.keepsColourSpace, case .indexed = colourSpace, case .raster(let raster, _) = samples
    else { return samples }
    return .packed(raster.packedIndices(bits: bits))
  }

  /// The very same samples, better compressed.
  func recoded(packed rows: [UInt8]) throws(ConversionError) -> RecodedImage? {
    let flate = FlateImage(
      width: width, height: height, channels: channels ?? 1, bits: bits, rows: rows)
    let coded = try flate.coded(isDrawing: true)
    guard coded.bytes.count < bytes.count else { return nil }
    return RecodedImage(
      width: width, height: height, bits: bits, colourSpace: .kept, codec: "Flate",
      filter: "/FlateDecode", parameters: flate.parameters(of: coded), decode: .kept,
      bytes: coded.bytes)
  }

  /// Samples with what is to be known of them before they become another image.
  func recodable(
    _ raster: Raster, isLossy: Bool, for goal: RecodingGoal
  ) throws(ConversionError) -> Recodable {
    if goal.keepsColourSpace, colourSpace == .coded { throw Self.hasDefaults }
    return Recodable(
      raster, of: self, isLossy: isLossy, keepsColourSpace: goal.keepsColourSpace)
  }

  /// - Parameters:
  ///   - limit: what it has to be smaller than.
  ///   - looksFiner: whether more pixels are tried where they may take less.
  func recoded(
    _ recodable: Recodable, isLossy: Bool, for goal: RecodingGoal, below limit: Int,
    looksFiner: Bool = true
  ) throws(ConversionError) -> RecodedImage? {
    var picture = recodable
    // A scan of text that was stored as gray or colours.
    if !isLossy, picture.isBlackAndWhite {
      return try recoded(
        picture.raster.bitmap(), for: goal, space: picture.space, decode: picture.decode,
        below: limit)
    }
    if !isLossy, let two = picture.indexed, two.colours == 2 {
      return try recoded(
        two.indices.bitmap(), for: goal, space: picture.palette(two), decode: .removed,
        below: limit)
    }
    try context.checkpoint()
    // Codecs may have done a part of it. What little is left then would only blur.
    let scale = goal.scale(to: goal.targetDPI)
    let size = Self.size(width, height, scale)
    let isResampled = size != (width, height)
    let whole = isLossy || !isResampled || !looksFiner ? nil : picture
    if Double(picture.raster.width) > Double(size.width) * 1.05,
      size.height <= picture.raster.height
    {
      picture.resample(to: size)
    }
    let candidates = try self.candidates(
      picture, isLossy: isLossy, isResampled: isResampled, for: goal)
    let most = isLossy ? limit * 9 / 10 : limit
    let best = candidates.first { $0.bytes.count < most }
    // What Flate does well for, it may do better for with its pixels as they were.
    guard let whole, candidates.contains(where: { $0.codec == "Flate" }) else { return best }
    return try finer(whole, scale: scale, below: best?.bytes.count ?? most) ?? best
  }

  private static let hasDefaults = ConversionError(
    .unsupportedContent, "the file gives the colour space that it would get another meaning")

  /// Exact pixels, or means of whole ones, where these take less than a picture of fewer: between edges that are
  /// met by chance lie more shades than there were.
  private func finer(
    _ whole: Recodable, scale: Double, below limit: Int
  ) throws(ConversionError) -> RecodedImage? {
    var (best, limit) = (RecodedImage?.none, limit)
    for divisor in Self.divisors where Double(divisor) < scale * 0.99 {
      guard let flate = try flate(whole, dividedBy: divisor, below: limit) else { continue }
      (best, limit) = (flate, flate.bytes.count)
    }
    return best
  }

  static let divisors = 1...3

  func flate(
    _ whole: Recodable, dividedBy divisor: Int, below limit: Int
  ) throws(ConversionError) -> RecodedImage? {
    try context.checkpoint()
    var picture = whole
    if divisor > 1 { picture.resample(to: Self.size(width, height, Double(divisor))) }
    return try picture.flate(below: limit)
  }

  /// Ways to code it, best first.
  private func candidates(
    _ picture: Recodable, isLossy: Bool, isResampled: Bool, for goal: RecodingGoal
  ) throws(ConversionError) -> [RecodedImage] {
    let raster = picture.raster
    var jpeg: RecodedImage?
    let fits = max(raster.width, raster.height) <= JPEGImageEncoderHandle.largestSide
    // A drawing that is not resampled stays sharp whatever a JPEG would save.
    if fits, picture.suitsJPEG, isLossy || isResampled || !picture.isDrawing {
      jpeg = RecodedImage(
        width: raster.width, height: raster.height, bits: 8, colourSpace: picture.space,
        codec: "JPEG", filter: "/DCTDecode", parameters: [], decode: picture.decode,
        bytes: try JPEGImageEncoderHandle.encode(raster, quality: goal.quality, in: context))
    }
    if isLossy { return jpeg.map { [$0] } ?? [] }
    try context.checkpoint()
    guard let flate = try picture.flate(notMuchLargerThan: jpeg?.bytes.count ?? bytes.count) else {
      return jpeg.map { [$0] } ?? []
    }
    guard let jpeg else { return [flate] }
    return jpeg.bytes.count * 5 < flate.bytes.count * 4 ? [jpeg, flate] : [flate, jpeg]
  }

  static func size(
    _ width: Int, _ height: Int, _ scale: Double
  ) -> (width: Int, height: Int) {
    guard scale > 1 else { return (width, height) }
    return (
      max(1, Int((Double(width) / scale).rounded())),
      max(1, Int((Double(height) / scale).rounded()))
    )
  }
}

extension RecodingGoal {
  /// By how much sides are divided: 1 where the resolution is not known, or near enough.
  func scale(to target: Double) -> Double {
    guard dpi.isFinite, target.isFinite, target > 0, dpi > target * tolerance else { return 1 }
    return dpi / target
  }
}
