import ConverterCore
import PDFObjects

/// The tags of a file: what its content is, in the order of reading (ISO 32000-1, 14.7).
struct TagTree {
  enum Kid {
    case element(Int)
    /// Marked content, by its number on a page.
    case content(Int, page: Int?)
    /// Marked content of a form or an object as a whole: a dictionary that refers to it.
    case reference(PDFObject, page: Int?)
  }

  struct Element {
    let object: PDFObject
    let id: PDFObject.ID?
    let parent: Int?
    /// The page of its content, where that does not say itself.
    let page: Int?
    var kids: [Kid] = []
  }

  let root: PDFObject
  /// Parents before their kids.
  private(set) var elements: [Element] = []
  private(set) var places: [PDFObject.ID: Int] = [:]
  /// By the keys that pages, annotations and objects have: the element of each of its marked contents, or the
  /// one of an object as a whole.
  private(set) var parents: [(key: Int, elements: [Int?], isList: Bool)] = []

  /// Elements deeper than this are left out.
  private static let mostLevels = 200

  /// `nil` where the file has none.
  init?(of structure: DocumentStructure) throws(ConversionError) {
    root = structure.file.root["/StructTreeRoot"]
    guard root.isDictionary else { return nil }
    let (pages, limits) = (try structure.pages, structure.limits)
    var pending: [(object: PDFObject, parent: Int?, level: Int)] = []
    for kid in Self.list(root["/K"]).reversed() { pending.append((kid, nil, 0)) }
    while let (object, parent, level) = pending.popLast() {
      let inherited = parent.flatMap { elements[$0].page }
      if let number = object.integer {
        if let parent { elements[parent].kids.append(.content(number, page: inherited)) }
        continue
      }
      guard object.isDictionary, level < Self.mostLevels else { continue }
      let page = object["/Pg"].id.flatMap { pages[$0] } ?? inherited
      let type = object["/Type"].name
      if type == "/MCR" || type == "/OBJR" {
        if let parent { elements[parent].kids.append(.reference(object, page: page)) }
        continue
      }
      let (id, place) = (object.id, elements.count)
      if let id {
        guard places[id] == nil else { continue }
        places[id] = place
      }
      elements.append(Element(object: object, id: id, parent: parent, page: page))
      if let parent { elements[parent].kids.append(.element(place)) }
      let kids = Self.list(object["/K"])
      try limits.check(.entries, elements.count + pending.count + kids.count, for: "the tags")
      for kid in kids.reversed() { pending.append((kid, place, level + 1)) }
    }
    for (key, value) in try root["/ParentTree"].treeEntries(.numbers, limits: limits) {
      guard let key = key.integer, (0...Int(Int32.max)).contains(key) else { continue }
      let list = Self.list(value)
      parents.append((key, list.map { $0.id.flatMap { places[$0] } }, value.isArray))
    }
  }

  private static func list(_ value: PDFObject) -> [PDFObject] {
    value.isArray ? value.items : value.isNull ? [] : [value]
  }
}
