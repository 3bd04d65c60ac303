internal import CJPEGShims
internal import ConverterCore

/// How coefficients are written.
struct JPEGRecodingForm: Equatable {
  var isProgressive: Bool
  /// What JFIF's segment says; `nil` where neither it nor Adobe's is to be written.
  var density: JPEGParameters.Density?
}

/// Coefficients in place of pixels.
extension JPEGEncoderHandle {
  /// Begins a stream of a decoder's coefficients; segments follow, then ``finishCoefficients()``.
  mutating func start(
    coefficientsOf decoder: borrowing JPEGDecoderHandle, _ form: JPEGRecodingForm
  ) throws(ConversionError) {
    let density = form.density ?? .init(nil)
    let words = fairy_jpeg_recoding(
      progressive: form.isProgressive, writes_header: form.density != nil,
      density_unit: Int32(density.unit.rawValue), density_x: Int32(density.x),
      density_y: Int32(density.y))
    guard unsafe fairy_jpeg_encoder_start_coefficients(encoder, decoder.decoder, words) else {
      throw recodingFailure
    }
  }

  /// Writes all coefficients.
  mutating func finishCoefficients() throws(ConversionError) {
    guard unsafe fairy_jpeg_encoder_finish(encoder) else { throw recodingFailure }
  }

  /// Coefficients come from a file: what the encoder does not take of them is no fault of its own.
  private var recodingFailure: ConversionError {
    let report = unsafe fairy_jpeg_encoder_report(encoder)
    guard unsafe report.failure != FAIRY_JPEG_STOPPED, unsafe report.failure != FAIRY_JPEG_MEMORY
    else {
      return failure
    }
    return ConversionError(
      .unsupportedContent,
      unsafe "its coefficients cannot be coded anew: \(String(cString: report.message))")
  }
}
