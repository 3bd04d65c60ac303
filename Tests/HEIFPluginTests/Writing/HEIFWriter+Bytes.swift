import ConverterCore
import HEIFPlugin
import PictureModel

extension HEIFWriter {
  /// The bytes of the file that a picture becomes.
  ///
  /// - Parameter settings: what would follow `--set`.
  static func bytes(
    of picture: Picture, as type: ContentType.ID, quality: Double? = nil,
    settings: [String: String] = [:], context: ConversionContext = .testing()
  ) throws -> [UInt8] {
    var options = ConversionOptions()
    options.quality = quality.map { Quality($0) }
    options.settings = settings
    let output = try OutputFile(.memory)
    try HEIFWriter().write(
      picture, as: type, to: output, options: HEIFWriterOptions(options),
      in: WritingContext(context))
    return output.bytes
  }
}

extension ConversionContext {
  static func testing(
    limits: Limits = .standard, cancellation: Cancellation = Cancellation()
  ) -> ConversionContext {
    ConversionContext(
      registry: Registry(), limits: limits, threads: 2, cancellation: cancellation)
  }
}

/// The two types that the writer writes.
enum WrittenType: String, CaseIterable, CustomStringConvertible {
  case heic = "public.heic"
  case avif = "public.avif"

  var id: ContentType.ID { ContentType.ID(rawValue: rawValue) }
  var description: String { self == .heic ? "HEIC" : "AVIF" }
}
