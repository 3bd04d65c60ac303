import ConverterCore
import PDFObjects

/// The names of places in a file (ISO 32000-1, 12.3.2.3).
struct NamedDestinations {
  /// Files up to PDF 1.1 use names, others strings: the two never meet.
  struct Name: Hashable {
    var bytes: [UInt8]
    var isOld: Bool

    init(_ bytes: [UInt8], isOld: Bool) {
      self.bytes = bytes
      self.isOld = isOld
    }

    /// `nil` for what is neither a string nor a name.
    init?(_ object: PDFObject) {
      if let bytes = object.string {
        self.init(bytes, isOld: false)
      } else if let name = object.name {
        self.init(Array(name.utf8.dropFirst()), isOld: true)
      } else {
        return nil
      }
    }
  }

  struct Destination {
    let name: Name
    /// An array, or a dictionary with one.
    let value: PDFObject
    let page: Int?
    /// What comes behind the page, as PDF writes it: `/XYZ 90 681 null]`; `nil` where it has references.
    let view: String?
  }

  /// In the file's order.
  let all: [Destination]
  /// The same by the pages that they lead to.
  let byPage: [Int: [Int]]
  private let places: [Name: Int]

  init(of structure: DocumentStructure) throws(ConversionError) {
    var all: [Destination] = []
    var places: [Name: Int] = [:]
    let root = structure.file.root
    let tree = root["/Names"]["/Dests"]
    for (key, value) in try tree.treeEntries(.names, limits: structure.limits) {
      guard let bytes = key.string else { continue }
      let name = Name(bytes, isOld: false)
      guard places.updateValue(all.count, forKey: name) == nil else { continue }
      all.append(try Destination(name, value, in: structure))
    }
    let old = root["/Dests"]
    for key in old.keys {
      let name = Name(Array(key.utf8.dropFirst()), isOld: true)
      places[name] = all.count
      all.append(try Destination(name, old[key], in: structure))
    }
    self.all = all
    byPage = Dictionary(grouping: all.indices.filter { all[$0].page != nil }) { all[$0].page ?? 0 }
    self.places = places
  }

  /// The page that a name leads to.
  func page(of name: Name) -> Int? {
    places[name].flatMap { $0 < all.count && all[$0].name == name ? all[$0].page : nil }
  }
}

extension NamedDestinations.Destination {
  init(
    _ name: NamedDestinations.Name, _ value: PDFObject, in structure: DocumentStructure
  ) throws(ConversionError) {
    self.name = name
    self.value = value
    let place = value.isDictionary ? value["/D"] : value
    guard (1...10).contains(place.count),
      let (number, generation, view) = Self.split(place.resolved),
      let page = try structure.pages[PDFObject.ID(number: number, generation: generation)]
    else {
      page = try structure.pageOfExplicit(place)
      view = nil
      return
    }
    self.page = page
    self.view = view
  }

  /// `[ 12 0 R /Fit ]` into 12, 0 and `/Fit ]`.
  private static func split(_ text: String) -> (number: Int, generation: Int, view: String)? {
    let words = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 4)
    guard words.count == 5, words[0].elementsEqual("[".utf8), words[3].elementsEqual("R".utf8),
      let number = Int(Substring(words[1])), let generation = Int(Substring(words[2])),
      !words[4].contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "<") }),
      !words[4].split(separator: UInt8(ascii: " ")).contains(where: { $0.elementsEqual("R".utf8) })
    else { return nil }
    return (number, generation, String(Substring(words[4])))
  }
}
