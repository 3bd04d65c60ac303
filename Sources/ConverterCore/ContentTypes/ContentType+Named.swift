extension ContentType {
  /// The type that a person means by `word`, see ``ContentTypeCatalog/type(named:)``.
  ///
  /// - Throws: `unknownType` with the nearest names.
  package static func named(
    _ word: String, in catalog: ContentTypeCatalog
  ) throws(ConversionError) -> ContentType {
    if let type = catalog.type(named: word) { return type }
    let near = catalog.suggestions(for: word)
    let advice =
      near.isEmpty ? "`fairy formats` lists them" : "did you mean \(near.joined(separator: ", "))?"
    throw ConversionError(.unknownType, "there is no type \"\(word)\"; \(advice)")
  }
}
