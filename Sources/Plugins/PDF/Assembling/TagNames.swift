import ConverterCore
import PDFObjects

/// The names that tags of all files share.
struct TagNames {
  private let target: PDFFile
  /// Elements by their identifiers.
  private(set) var identifiers: [[UInt8]: PDFObject] = [:]
  private(set) var lostIdentifiers = 0
  private var known: [String: String] = [:]
  /// What a source's own roles and classes are called in the result.
  private var roles: [String: String] = [:]
  private var classes: [String: String] = [:]

  init(_ target: PDFFile) { self.target = target }

  mutating func add(_ identifier: [UInt8], _ element: PDFObject) {
    if identifiers[identifier] == nil {
      identifiers[identifier] = element
      element["/ID"] = target.string(identifier)
    } else {
      lostIdentifiers += 1
    }
  }

  /// Adds the roles and classes of a file; what means something else in another file gets a number.
  mutating func begin(
    _ source: PDFObject, of part: SourcePart, to root: PDFObject
  ) throws(ConversionError) {
    roles = try join("/RoleMap", source, part, root)
    classes = try join("/ClassMap", source, part, root)
  }

  private mutating func join(
    _ key: String, _ source: PDFObject, _ part: SourcePart, _ root: PDFObject
  ) throws(ConversionError) -> [String: String] {
    let entries = source[key]
    var renamed: [String: String] = [:]
    guard entries.isDictionary else { return [:] }
    if !root.has(key) { root[key] = target.dictionary() }
    let joined = root[key]
    for name in entries.keys {
      let value = entries[name]
      let description = FormResources.description(of: value)
      var new = name
      var number = 2
      while let other = known[key + new], other != description {
        new = "\(name)_\(number)"
        number += 1
      }
      if new != name { renamed[name] = new }
      guard known.updateValue(description, forKey: key + new) == nil else { continue }
      joined[new] = try part.transplant(value, to: target)
    }
    return renamed
  }

  func rename(_ element: PDFObject, in part: SourcePart) {
    if !roles.isEmpty, let role = element["/S"].name, let new = roles[role] {
      element["/S"] = target.name(new)
    }
    guard !classes.isEmpty else { return }
    let names = element["/C"]
    if let name = names.name, let new = classes[name] { element["/C"] = target.name(new) }
    for (index, item) in names.items.enumerated() {
      if let name = item.name, let new = classes[name] { names[index] = target.name(new) }
    }
  }
}
