package import CharacterEncodings

/// The body of a `Content-Disposition` field: how a part is meant to be shown (RFC 2183).
public struct DispositionField: Sendable {
  /// In small letters: `inline`, `attachment`; empty where the field says none.
  public let kind: String
  public let parameters: FieldParameters

  /// - Parameters:
  ///   - raw: everything behind the colon, folds included.
  ///   - charset: of bytes that are not UTF-8.
  package init(
    parsing raw: UnsafeRawBufferPointer, in charset: Charset? = nil, using cache: CharsetCache
  ) {
    (kind, parameters) = FieldParameters.parsed(raw, in: charset, using: cache)
  }
}
