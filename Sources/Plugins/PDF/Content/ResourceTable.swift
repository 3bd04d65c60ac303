import PDFObjects

/// The resource dictionaries of a file, and which names in them content uses.
///
/// Several pages may share one, or parts of one: a name is unused if nobody uses it.
struct ResourceTable {
  /// One category of one resource dictionary, or of several that share it.
  struct Dictionary {
    let object: PDFObject
    let category: ResourceCategory
    var used: Set<String> = []
    /// Whether there are users that cannot be understood.
    var isUnknown = false
  }

  private struct Key: Hashable {
    /// The dictionary, or what it stands in.
    let owner: PDFObject.ID
    /// `nil` for an object of its own.
    let place: String?
  }

  private struct Resources {
    let object: PDFObject
    let key: Key?
    var dictionaries: [ResourceCategory: Int] = [:]
  }

  private var resources: [Resources] = []
  private var resourceNumbers: [Key: Int] = [:]
  private(set) var dictionaries: [Dictionary] = []
  private var dictionaryNumbers: [Key: Int] = [:]

  /// The number of a resource dictionary.
  ///
  /// - Parameter owner: the indirect object that it stands in, where it is none itself.
  mutating func number(of object: PDFObject, in owner: PDFObject.ID?) -> Int {
    let key =
      object.id.map { Key(owner: $0, place: nil) }
      ?? owner.map { Key(owner: $0, place: "/Resources") }
    if let key, let number = resourceNumbers[key] { return number }
    resources.append(Resources(object: object, key: key))
    if let key { resourceNumbers[key] = resources.count - 1 }
    return resources.count - 1
  }

  /// The number of one category of a resource dictionary; `nil` where it has none.
  mutating func dictionary(_ category: ResourceCategory, of number: Int) -> Int? {
    if let known = resources[number].dictionaries[category] { return known }
    let object = resources[number].object[category.rawValue]
    guard object.isDictionary else { return nil }
    let key =
      object.id.map { Key(owner: $0, place: nil) }
      ?? resources[number].key.map {
        Key(owner: $0.owner, place: ($0.place ?? "") + category.rawValue)
      }
    let place: Int
    if let key, let known = dictionaryNumbers[key] {
      place = known
      if dictionaries[known].category != category { dictionaries[known].isUnknown = true }
    } else {
      // Without a key it may be known under another number too: then nothing of it is left out.
      dictionaries.append(Dictionary(object: object, category: category, isUnknown: key == nil))
      place = dictionaries.count - 1
      if let key { dictionaryNumbers[key] = place }
    }
    resources[number].dictionaries[category] = place
    return place
  }

  /// The resource that a name stands for, which is then used; `nil` where there is none.
  mutating func use(_ name: String, _ category: ResourceCategory, of number: Int) -> PDFObject? {
    guard let place = dictionary(category, of: number) else { return nil }
    dictionaries[place].used.insert(name)
    let object = dictionaries[place].object[name]
    return object.isNull ? nil : object
  }

  /// Notes that what uses a resource dictionary cannot be understood.
  mutating func setUnknown(_ number: Int) {
    for category in ResourceCategory.allCases {
      if let place = dictionary(category, of: number) { dictionaries[place].isUnknown = true }
    }
  }
}
