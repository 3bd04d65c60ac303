/// A model that holds files which can be inputs themselves: `photos.zip//2024/a.heic`.
public protocol FileContainer: Model {
  /// What such models are made of, for messages: "archives".
  static var plural: String { get }

  /// The file at `path`.
  ///
  /// Nothing is unpacked to disk: small contents are held in memory, of large ones a part.
  ///
  /// - Parameters:
  ///   - path: as the container has it, `/` between components.
  ///   - context: of the conversion that reads the file.
  /// - Throws: `inputNotFound`, and what reading the content throws.
  func file(at path: [UInt8], in context: ConversionContext) throws(ConversionError) -> InputFile

  /// The same container with nothing in it but what `pattern` names: a path, a folder, a pattern.
  ///
  /// - Throws: `inputNotFound` when that is nothing.
  func narrowed(to pattern: [UInt8], in context: ConversionContext) throws(ConversionError) -> Self

  /// The paths of the files that `pattern` names, each with its size where that is known.
  func files(
    matching pattern: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> [(path: [UInt8], byteCount: Int?)]
}
