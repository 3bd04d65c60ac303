/// A folder of readers, writers, transforms and viewers that registers itself.
public protocol ConverterPlugin: Sendable {
  /// - Throws: ``Registry/Conflict`` when another plugin does the same already.
  static func register(in registry: inout Registry) throws(Registry.Conflict)
}

/// Names the content type of bytes that the catalog does not know.
public protocol TypeNamer: Sendable {
  /// A media type and a description, or `nil` when it does not know either.
  func name(_ input: InputFile) -> (mediaType: String, description: String)?
}
