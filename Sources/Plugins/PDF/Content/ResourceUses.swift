import PDFObjects

/// Which resources content uses, by name (ISO 32000-1, 7.8.3), as it was when the walk was made.
///
/// It holds objects of the file: it stays on the file's thread.
struct ResourceUses {
  /// Names in a dictionary that nothing uses.
  struct Unused {
    let dictionary: PDFObject
    let category: ResourceCategory
    let names: [String]
  }

  /// What nothing uses. Of colour spaces those stay that stand for the device's own.
  let unused: [Unused]

  /// - Parameters:
  ///   - strays: names that may mean a resource of any dictionary.
  ///   - isUnknown: whether there is content that was not looked at.
  init(
    _ dictionaries: [ResourceTable.Dictionary], strays: [ResourceCategory: Set<String>],
    isUnknown: Bool
  ) {
    unused = dictionaries.compactMap { dictionary in
      guard !isUnknown, !dictionary.isUnknown else { return nil }
      let category = dictionary.category
      let names = dictionary.object.keys.filter { name in
        !dictionary.used.contains(name) && strays[category]?.contains(name) != true
          && !(category == .colourSpace && name.hasPrefix("/Default"))
      }
      return names.isEmpty
        ? nil : Unused(dictionary: dictionary.object, category: category, names: names)
    }
  }

  /// Takes out of the file's resource dictionaries what nothing used.
  ///
  /// - Returns: how many names.
  @discardableResult
  func dropUnused() -> Int {
    unused.reduce(0) { count, unused in
      let names = unused.names.filter { unused.dictionary.has($0) }
      for name in names { unused.dictionary.removeKey(name) }
      return count + names.count
    }
  }
}
