/// Shows a model to people and to scripts.
public protocol Viewer<Model>: Sendable {
  associatedtype Model: ConverterCore.Model

  /// The key of the facts in `fairy info --json`: `picture`.
  var key: String { get }

  /// What is known of the model without decoding its content.
  func facts(of model: Model) -> [Fact]
}

/// One thing known about a file.
public struct Fact: Sendable {
  /// The key in JSON output; `nil` for a fact that is only for people.
  public let key: String?
  /// The label for people: "Colour profile"; `nil` for a fact that is only for scripts.
  public let label: String?
  /// The words for people.
  public let text: String
  public let json: JSONValue

  public init(_ key: String?, _ label: String?, _ text: String, json: JSONValue) {
    self.key = key
    self.label = label
    self.text = text
    self.json = json
  }
}
