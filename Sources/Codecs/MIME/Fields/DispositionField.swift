/// The body of a `Content-Disposition` field: how a part is meant to be shown (RFC 2183).
public struct DispositionField: Sendable {
  /// In small letters: `inline`, `attachment`; empty where the field says none.
  public let kind: String
  public let parameters: FieldParameters

  /// - Parameter raw: everything behind the colon, folds included.
  package init(parsing raw: Span<UInt8>, using cache: CharsetCache) {
    (kind, parameters) = FieldParameters.parsed(raw, using: cache)
  }
}
