extension ReadingOptions {
  /// The type that an input is said to be.
  ///
  /// - Throws: `usage` for a type that is not known.
  package static func type(
    parsing word: String, in catalog: ContentTypeCatalog
  ) throws(ConversionError) -> ContentType {
    do throws(ConversionError) {
      return try ContentType.named(word, in: catalog)
    } catch {
      throw ConversionError(.usage, error.message)
    }
  }
}
