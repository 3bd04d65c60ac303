/// The content types that are known by name, and how they conform to each other.
public struct ContentTypeCatalog: Sendable {
  private let table: ContentTypeTable
  /// Those that plugins bring; one with the identifier of a type of the table takes its place.
  private var added: [ContentType] = []

  /// - Parameter types: each identifier once; a second declaration is a programmer's mistake.
  public init(_ types: [ContentType]) {
    table = ContentTypeTable(types)
  }

  /// - Parameter tables: as ``ContentTypeTable`` describes them.
  init(tables: [StaticString]) {
    table = ContentTypeTable(tables)
  }

  /// All types in the order of their declaration.
  public var types: [ContentType] {
    (0..<table.count).map { table[$0] }.filter(isCurrent) + added
  }

  /// Adds a type behind the others; it takes the place of the one with its identifier.
  mutating func add(_ type: ContentType) {
    added.removeAll { $0.id == type.id }
    added.append(type)
  }

  public subscript(id: ContentType.ID) -> ContentType? {
    types(.identifier, have: id.rawValue).first
  }

  /// The types whose column has the word, in the order of their declaration.
  func types(_ column: ContentTypeTable.Column, have word: String) -> [ContentType] {
    table.types(column, have: word).filter(isCurrent)
      + added.filter { $0.words(column).contains(word) }
  }

  private func isCurrent(_ type: ContentType) -> Bool { !added.contains { $0.id == type.id } }
}

extension ContentTypeCatalog {
  /// `type` and all it conforms to, nearest first.
  public func lineage(of type: ContentType.ID) -> [ContentType.ID] {
    var lineage = [type]
    var next = 0
    while next < lineage.count {
      for supertype in self[lineage[next]]?.supertypes ?? [] where !lineage.contains(supertype) {
        lineage.append(supertype)
      }
      next += 1
    }
    return lineage
  }

  public func type(_ type: ContentType.ID, conformsTo other: ContentType.ID) -> Bool {
    lineage(of: type).contains(other)
  }
}
