import PDFObjects

/// What is asked of one category of resources for every page that has it.
struct ResourceNames {
  /// A dictionary that several pages may share.
  struct Place: Hashable {
    /// The dictionary, or the resources that it stands in.
    let owner: PDFObject.ID
    /// `nil` for an object of its own.
    let category: String?
  }

  /// Objects that it names, at most a thousand.
  let first: Set<PDFObject.ID>
  /// Whether all names can be asked for: a key that is not UTF-8 cannot.
  let areText: Bool
  /// Whether there are forms without resources of their own, which take those of who draws them.
  let hasBareForms: Bool

  init(_ dictionary: PDFObject) {
    let keys = dictionary.keys
    areText = !keys.contains { $0.contains("\u{FFFD}") }
    var first: Set<PDFObject.ID> = []
    var hasBareForms = false
    for (index, key) in keys.enumerated() {
      let object = dictionary[key]
      if index < 1000, let id = object.id { first.insert(id) }
      if object["/Subtype"].name == "/Form", !object.has("/Resources") { hasBareForms = true }
    }
    self.first = first
    self.hasBareForms = hasBareForms
  }
}
