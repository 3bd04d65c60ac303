import ConverterCore
import PDFObjects

/// The fields of a form (ISO 32000-1, 12.7.3), parents before their kids.
struct FieldTree {
  struct Node {
    let object: PDFObject
    let id: PDFObject.ID?
    let parent: Int?
    var kids: [Int] = []
  }

  private(set) var nodes: [Node] = []
  private var places: [PDFObject.ID: Int] = [:]
  private let limits: Limits

  /// Fields deeper than this are left out; a chain of parents that is longer is a loop.
  static let mostLevels = 64

  init(of file: PDFFile, limits: Limits) throws(ConversionError) {
    self.limits = limits
    for field in file.root["/AcroForm"]["/Fields"].items { try add(field) }
  }

  func contains(_ id: PDFObject.ID) -> Bool { places[id] != nil }

  /// Adds a field with all below it.
  private mutating func add(_ root: PDFObject) throws(ConversionError) {
    var pending: [(object: PDFObject, parent: Int?, level: Int)] = [(root, nil, 0)]
    while let (object, parent, level) = pending.popLast() {
      guard level < Self.mostLevels, object.isDictionary else { continue }
      let (id, place) = (object.id, nodes.count)
      if let id {
        guard places[id] == nil else { continue }
        places[id] = place
      }
      nodes.append(Node(object: object, id: id, parent: parent))
      if let parent { nodes[parent].kids.append(place) }
      let kids = object["/Kids"]
      try limits.check(
        .entries, nodes.count + pending.count + kids.count, for: "the fields of a form")
      for kid in kids.items.reversed() { pending.append((kid, place, level + 1)) }
    }
  }

  /// Adds the field that a widget belongs to though no list of fields leads to it.
  mutating func add(fieldOf widget: PDFObject) throws(ConversionError) {
    var root = widget
    for _ in 0..<Self.mostLevels {
      let parent = root["/Parent"]
      guard parent.isDictionary else { break }
      root = parent
    }
    // What has neither a type nor a name is no field.
    guard root.has("/FT") || root.has("/T") else { return }
    try add(root)
  }

  /// The name by which scripts and actions know a field: `address.street`.
  static func qualifiedName(of field: PDFObject) -> String? {
    var parts: [String] = []
    var field = field
    for _ in 0..<mostLevels {
      if let name = field["/T"].text { parts.append(name) }
      guard field.has("/Parent") else { break }
      field = field["/Parent"]
    }
    return parts.isEmpty ? nil : parts.reversed().joined(separator: ".")
  }
}
