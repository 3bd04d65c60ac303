import ConverterCore

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

  /// In the file's order.
  let all: [(name: Name, value: PDFObject)]
  private let places: [Name: Int]

  init(of file: PDFFile, limits: Limits) throws(ConversionError) {
    var all: [(name: Name, value: PDFObject)] = []
    var places: [Name: Int] = [:]
    func add(_ name: Name, _ value: PDFObject) {
      guard places[name] == nil else { return }
      places[name] = all.count
      all.append((name, value))
    }
    let root = file.root
    let tree = root["/Names"]["/Dests"]
    for (key, value) in try tree.treeEntries(.names, limits: limits) {
      if let bytes = key.string { add(Name(bytes, isOld: false), value) }
    }
    let old = root["/Dests"]
    for key in old.keys { add(Name(Array(key.utf8.dropFirst()), isOld: true), old[key]) }
    self.all = all
    self.places = places
  }

  func value(of name: Name) -> PDFObject? { places[name].map { all[$0].value } }
}
