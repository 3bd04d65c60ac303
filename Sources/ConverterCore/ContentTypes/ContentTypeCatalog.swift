/// The content types that are known by name, and how they conform to each other.
public struct ContentTypeCatalog: Sendable {
  /// Those that plugins bring.
  private var declared = ContentTypeTable()
  /// Those that are only named; one that a plugin brings, too, is not looked at.
  private let named: ContentTypeTable
  /// Folders that are of a type.
  private(set) var folderMarks: [FolderMark] = []

  /// - Parameter tables: as ``Registry/add(types:)`` describes them.
  init(tables: [StaticString]) {
    named = ContentTypeTable(tables)
  }

  /// All types in the order of their declaration, those that plugins bring before the others.
  public var types: [ContentType] {
    (0..<declared.count).map { declared[$0] }
      + (0..<named.count).map { named[$0] }.filter(isOnlyNamed)
  }

  /// Adds types of a plugin.
  ///
  /// - Returns: the first that another plugin has brought already.
  mutating func add(_ types: StaticString) -> ContentType.ID? { declared.add(types) }

  mutating func add(_ mark: FolderMark) { folderMarks.append(mark) }

  /// The type with an identifier; `nil` for one that is not known.
  public subscript(id: ContentType.ID) -> ContentType? { declared[id] ?? named[id] }

  /// The types whose column has the word, in the order of ``types``.
  func types(_ column: ContentTypeTable.Column, have word: String) -> [ContentType] {
    declared.types(column, have: word) + named.types(column, have: word).filter(isOnlyNamed)
  }

  private func isOnlyNamed(_ type: ContentType) -> Bool {
    declared[type.id] == nil
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

  /// Whether `type` is `other`, or a special case of it.
  public func type(_ type: ContentType.ID, conformsTo other: ContentType.ID) -> Bool {
    lineage(of: type).contains(other)
  }
}
