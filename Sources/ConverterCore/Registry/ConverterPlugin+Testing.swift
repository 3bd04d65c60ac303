/// A parser that `scripts/fuzz` runs: the reader of a type, over all of its model.
public struct FuzzTarget: Sendable {
  /// The name of the parser, and of its seeds.
  public let name: String
  public let type: ContentType.ID

  public init(_ name: String, _ type: ContentType.ID) {
    self.name = name
    self.type = type
  }
}

/// A small file of a type, which `scripts/fixtures` makes; what is in it is for the model to say.
public protocol FormatFixture: Sendable {
  /// The name of the file in `fixtures`.
  var name: String { get }
  var type: ContentType.ID { get }
}

extension ConverterPlugin {
  public static var fuzzTargets: [FuzzTarget] { [] }
  public static var fixtures: [any FormatFixture] { [] }
}
