import PDFObjects

/// Which resources content uses, by name (ISO 32000-1, 7.8.3), as it was when the walk was made.
///
/// It holds objects of the file: it stays on the file's thread.
struct ResourceUses {
  enum Use: Equatable {
    case names(Set<String>)
    /// Content that may use them could not be understood.
    case unknown
  }

  /// Names in a dictionary that nothing uses.
  struct Unused {
    let dictionary: PDFObject
    let category: ResourceCategory
    let names: [String]
  }

  /// What nothing uses. Of colour spaces those stay that stand for the device's own.
  let unused: [Unused]
  private let uses: [Use]
  private let pages: [[ResourceCategory: Int]]

  /// - Parameters:
  ///   - pages: by page and category, the places in `dictionaries`.
  ///   - strays: names that may mean a resource of any dictionary.
  ///   - isUnknown: whether there is content that was not looked at.
  init(
    _ dictionaries: [ResourceTable.Dictionary], pages: [[ResourceCategory: Int]],
    strays: [ResourceCategory: Set<String>], isUnknown: Bool
  ) {
    self.pages = pages
    var unused: [Unused] = []
    uses = dictionaries.map { dictionary in
      guard !isUnknown, !dictionary.isUnknown else { return .unknown }
      let category = dictionary.category
      let names = dictionary.object.keys
      let used = Set(names).filter { name in
        dictionary.used.contains(name) || strays[category]?.contains(name) == true
          || category == .colourSpace && name.hasPrefix("/Default")
      }
      if used.count < names.count {
        let names = names.filter { !used.contains($0) }
        unused.append(Unused(dictionary: dictionary.object, category: category, names: names))
      }
      return .names(used)
    }
    self.unused = unused
  }

  /// What is used of a page's resources, by the page and by all that shares them with it.
  ///
  /// - Parameter index: from 0.
  /// - Returns: nothing for categories that the page's resources have not.
  func usedResources(ofPage index: Int) -> [ResourceCategory: Use] {
    pages.indices.contains(index) ? pages[index].mapValues { uses[$0] } : [:]
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
