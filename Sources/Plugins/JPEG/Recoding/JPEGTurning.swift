internal import ConverterCore
internal import PictureModel

/// Cuts and turns a JPEG picture in its coefficients, so that no pixel changes but its place.
struct JPEGTurning {
  let picture: Picture
  let origin: PictureOrigin
  let options: JPEGOptions
  let context: ConversionContext

  /// Why it cannot be done; `nil` where it can, as far as the header tells.
  func obstacle() throws(ConversionError) -> String? {
    var decoder = try JPEGDecoderHandle(
      JPEGByteSource(origin.file, range: origin.range, in: context))
    return JPEGBlockGrid(try decoder.readHeader()).obstacle(to: origin)
  }

  /// - Returns: why nothing was written; `nil` when all is done.
  func write(to output: OutputFile) throws(ConversionError) -> String? {
    if let obstacle = try obstacle() { return obstacle }
    let stream: [UInt8]
    let damage: String?
    do throws(ConversionError) {
      let coefficients = try JPEGCoefficients(of: origin, recut: true, in: context)
      damage = coefficients.damage
      stream = try coefficients.smallestStream(
        progressive: isProgressive(coefficients.frame),
        density: coefficients.density(picture.facts.metadata), try picture.facts.jpegSegments())
    } catch {
      guard error.code == .unsupportedContent else { throw error }
      return error.message
    }
    if let damage {
      context.warn("the JPEG data is damaged and parts of the picture may be wrong; \(damage)")
    }
    try stream.write(to: output)
    return nil
  }

  /// As the file was, but where the smaller one is wanted.
  private func isProgressive(_ frame: JPEGFrame) -> Bool? {
    options.saidProgressive ?? (context.purpose == .compress ? nil : frame.isProgressive)
  }

  /// What was done, for the ledger.
  var words: String {
    let isCut = origin.crop.width < origin.width || origin.crop.height < origin.height
    switch (isCut, origin.orientation != .upright) {
    case (true, true): return "cut and turned without re-encoding"
    case (true, false): return "cut without re-encoding"
    case (false, true): return "turned without re-encoding"
    case (false, false): return "coded anew without loss"
    }
  }
}
