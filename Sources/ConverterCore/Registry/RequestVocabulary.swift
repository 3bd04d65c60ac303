/// What the words of a request can mean: types of files, and options that models and plugins add.
public struct RequestVocabulary: Sendable {
  public let catalog: ContentTypeCatalog
  /// A request line, for messages.
  package let example: JSONValue
  package let groups: [any ConversionOptionGroup.Type]

  public init(_ registry: Registry) {
    catalog = registry.catalog
    example = registry.exampleRequest
    groups = registry.optionGroups
  }

  /// The keys of the options that groups add at a place.
  package func keys(at place: OptionPlace) -> [String] {
    groups.filter { $0.place == place }.flatMap { $0.keys }
  }

  /// The group that has an option.
  package func group(of key: String) -> (any ConversionOptionGroup.Type)? {
    groups.first { $0.keys.contains(key) }
  }
}

extension Converter {
  /// What the words of requests mean to it.
  public var vocabulary: RequestVocabulary { RequestVocabulary(registry) }
}
