/// The content types that are known by name, and how they conform to each other.
public struct ContentTypeCatalog: Sendable {
  /// All types in the order of their declaration.
  public let types: [ContentType]
  private let index: IdentifierIndex

  /// - Parameter types: each identifier once; a second declaration is a programmer's mistake.
  public init(_ types: [ContentType]) {
    self.types = types
    var index = IdentifierIndex(capacity: types.count)
    for position in types.indices {
      let isNew = index.insert(types[position].id, at: position, of: types)
      precondition(isNew, "content type \(types[position].id) is declared twice")
    }
    self.index = index
  }

  public subscript(id: ContentType.ID) -> ContentType? {
    index.position(of: id, in: types).map { types[$0] }
  }
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
