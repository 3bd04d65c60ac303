/// The body of a `Content-Type` field: what the content of a part is (RFC 2045, 5).
public struct MediaTypeField: Sendable {
  /// In small letters: `text/plain`, which is also that of a field that names none (RFC 2045, 5.2).
  public let type: String
  public let parameters: FieldParameters

  /// - Parameter raw: everything behind the colon, folds included.
  package init(parsing raw: Span<UInt8>, using cache: CharsetCache) {
    let (head, parameters) = FieldParameters.parsed(raw, using: cache)
    type = Self.isType(head) ? head : "text/plain"
    self.parameters = parameters
  }

  /// A type without parameters.
  package init(_ type: String) {
    self.type = type
    parameters = FieldParameters()
  }

  /// Whether there is something before and behind its slash.
  private static func isType(_ head: String) -> Bool {
    let parts = head.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
  }
}
