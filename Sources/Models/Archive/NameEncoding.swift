/// The encoding of names that do not say it themselves.
public struct NameEncoding: Hashable, Sendable {
  /// As `iconv` and `--encoding` know it: "CP866".
  public let name: String
  /// How sure the guess is, 0…1; 1 where it was said.
  public let confidence: Double

  public init(name: String, confidence: Double) {
    self.name = name
    self.confidence = confidence
  }
}
