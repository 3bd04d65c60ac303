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
        switch try samples(scale: scale) {
        case .bitmap(let bitmap):
          try self.recoded(bitmap, for: goal, space: .kept, decode: .kept)
        case .packed(let rows): try self.recoded(packed: rows)
        case .raster(let raster, let isLossy):
          try self.recoded(raster, isLossy: isLossy, for: goal)
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
  private func recoded(
    _ bitmap: Bitmap, for goal: RecodingGoal, space: ColourSpaceChoice,
    decode: RecodedImage.Decode
  ) throws(ConversionError) -> RecodedImage? {
    var bitmap = bitmap
    let scale = hasColourKey ? 1 : goal.scale(to: goal.monoDPI)
    if scale > 1 {
      let size = Self.size(width, height, scale)
      bitmap = bitmap.reduced(toWidth: size.width, height: size.height)
    }
    let (width, height) = (bitmap.width, bitmap.height)
    func image(
      _ codec: String, _ filter: String, _ parameters: [(String, RecodedImage.Parameter)],
      _ bytes: [UInt8]
    ) -> RecodedImage {
      RecodedImage(
        width: width, height: height, bits: 1, colourSpace: space, codec: codec, filter: filter,
        parameters: parameters, decode: decode, bytes: bytes)
    }
    let blackIs1 = bitmap.oneCount * 2 < width * height
    let fax = CCITTEncoder.encode(bitmap, blackIs1: blackIs1)
    try context.checkpoint()
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
    return best.bytes.count < bytes.count ? best : nil
  }

  /// The very same samples, better compressed.
  private func recoded(packed rows: [UInt8]) throws(ConversionError) -> RecodedImage? {
    let flate = FlateImage(
      width: width, height: height, channels: channels ?? 1, bits: bits, rows: rows)
    let coded = try flate.coded(isDrawing: true)
    guard coded.bytes.count < bytes.count else { return nil }
    return RecodedImage(
      width: width, height: height, bits: bits, colourSpace: .kept, codec: "Flate",
      filter: "/FlateDecode", parameters: flate.parameters(of: coded), decode: .kept,
      bytes: coded.bytes)
  }

  private func recoded(
    _ raster: Raster, isLossy: Bool, for goal: RecodingGoal
  ) throws(ConversionError) -> RecodedImage? {
    var picture = Recodable(raster, of: self, isLossy: isLossy)
    // A scan of text that was stored as gray or colours.
    if !isLossy, picture.isBlackAndWhite {
      return try recoded(
        picture.raster.bitmap(), for: goal, space: picture.space, decode: picture.decode)
    }
    if !isLossy, let two = picture.indexed, two.colours == 2 {
      return try recoded(
        two.indices.bitmap(), for: goal, space: picture.palette(two), decode: .removed)
    }
    try context.checkpoint()
    // Codecs may have done a part of it. What little is left then would only blur.
    let size = Self.size(width, height, goal.scale(to: goal.targetDPI))
    let isResampled = size != (width, height)
    if Double(picture.raster.width) > Double(size.width) * 1.05,
      size.height <= picture.raster.height
    {
      picture.resample(to: size)
    }
    let candidates = try self.candidates(
      picture, isLossy: isLossy, isResampled: isResampled, for: goal)
    let most = isLossy ? bytes.count * 9 / 10 : bytes.count
    return candidates.first { $0.bytes.count < most }
  }

  /// Ways to code it, best first.
  private func candidates(
    _ picture: Recodable, isLossy: Bool, isResampled: Bool, for goal: RecodingGoal
  ) throws(ConversionError) -> [RecodedImage] {
    let raster = picture.raster
    var jpeg: RecodedImage?
    let fits = max(raster.width, raster.height) <= JPEGImageEncoderHandle.largestSide
    // A drawing that is not resampled stays sharp whatever a JPEG would save.
    if fits, isLossy || isResampled || !picture.isDrawing {
      jpeg = RecodedImage(
        width: raster.width, height: raster.height, bits: 8, colourSpace: picture.space,
        codec: "JPEG", filter: "/DCTDecode", parameters: [], decode: picture.decode,
        bytes: try JPEGImageEncoderHandle.encode(raster, quality: goal.quality, in: context))
    }
    if isLossy, let jpeg { return [jpeg] }
    try context.checkpoint()
    guard let flate = try picture.flate(notMuchLargerThan: jpeg?.bytes.count ?? bytes.count) else {
      return jpeg.map { [$0] } ?? []
    }
    guard let jpeg else { return [flate] }
    return jpeg.bytes.count * 5 < flate.bytes.count * 4 ? [jpeg, flate] : [flate, jpeg]
  }

  private static func size(
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
    guard dpi.isFinite, target.isFinite, target > 0, dpi > target * Self.tolerance else { return 1 }
    return dpi / target
  }
}
