import ConverterCore

/// Which resources content uses, by name (ISO 32000-1, 7.8.3).
///
/// It holds objects of the file: it stays on the file's thread.
struct ResourceUses {
  enum Use: Equatable {
    case names(Set<String>)
    /// Content that may use them could not be understood.
    case unknown
  }

  private let dictionaries: [ResourceTable.Dictionary]
  private let pages: [[ResourceCategory: Int]]
  private let strays: [ResourceCategory: Set<String>]
  private let isUnknown: Bool

  /// - Parameters:
  ///   - pages: by page and category, the places in `dictionaries`.
  ///   - strays: names that may mean a resource of any dictionary.
  ///   - isUnknown: whether there is content that was not looked at.
  init(
    _ dictionaries: [ResourceTable.Dictionary], pages: [[ResourceCategory: Int]],
    strays: [ResourceCategory: Set<String>], isUnknown: Bool
  ) {
    self.dictionaries = dictionaries
    self.pages = pages
    self.strays = strays
    self.isUnknown = isUnknown
  }

  /// What is used of a page's resources, by the page and by all that shares them with it.
  ///
  /// - Parameter index: from 0.
  /// - Returns: nothing for categories that the page's resources have not.
  func usedResources(ofPage index: Int) -> [ResourceCategory: Use] {
    guard pages.indices.contains(index) else { return [:] }
    return pages[index].mapValues { place in
      let dictionary = dictionaries[place]
      guard !isUnknown, !dictionary.isUnknown else { return .unknown }
      return .names(Set(dictionary.object.keys.filter { isUsed($0, in: dictionary) }))
    }
  }

  /// The names that nothing uses, each with the dictionary it is in.
  ///
  /// Of colour spaces those stay that stand for the device's own.
  func unused() -> [(dictionary: PDFObject, category: ResourceCategory, names: [String])] {
    guard !isUnknown else { return [] }
    return dictionaries.compactMap { dictionary in
      guard !dictionary.isUnknown else { return nil }
      let names = dictionary.object.keys.filter { !isUsed($0, in: dictionary) }
      return names.isEmpty ? nil : (dictionary.object, dictionary.category, names)
    }
  }

  private func isUsed(_ name: String, in dictionary: ResourceTable.Dictionary) -> Bool {
    dictionary.used.contains(name) || strays[dictionary.category]?.contains(name) == true
      || dictionary.category == .colourSpace && name.hasPrefix("/Default")
  }

  /// Takes out of the file's resource dictionaries what nothing uses.
  ///
  /// - Returns: how many names.
  @discardableResult
  func dropUnused() -> Int {
    unused().reduce(0) { count, unused in
      for name in unused.names { unused.dictionary.removeKey(name) }
      return count + unused.names.count
    }
  }
}
