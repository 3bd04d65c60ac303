/// Turns files of some types into a model.
public protocol Reader<Model>: Sendable {
  associatedtype Model: ConverterCore.Model

  /// The name of the format, as routes show it: "HEIF".
  var name: String { get }
  var types: [ContentType.ID] { get }

  /// Opens `input` and returns its facts; content follows when the model is asked for it.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `readFailed`.
  func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Model
}
