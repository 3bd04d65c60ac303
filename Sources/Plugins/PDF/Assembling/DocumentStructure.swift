import ConverterCore
import PDFObjects
import PagedDocumentModel

/// What of a file leads to its pages, read once however many files are made of it.
final class DocumentStructure {
  let file: PDFFile
  let limits: Limits

  private var knownPages: [PDFObject.ID: Int]?
  private var knownDocumentPages: [DocumentPage]?
  private var knownLostPages: [Int]?
  private var knownDestinations: NamedDestinations?
  private var knownOutline: [OutlineNode]?
  private var knownFields: FieldTree?
  private var knownLabels: [PageLabels.Range]?
  private var knownTags: TagTree??
  private var knownNames: [ResourceNames.Place: ResourceNames] = [:]
  private var knownResources: (ids: [Set<PDFObject.ID>], uses: [PDFObject.ID: Int])?

  init(_ file: PDFFile, limits: Limits) {
    self.file = file
    self.limits = limits
  }

  /// The indices of the pages by their objects' numbers.
  var pages: [PDFObject.ID: Int] {
    get throws(ConversionError) {
      if let knownPages { return knownPages }
      var pages: [PDFObject.ID: Int] = [:]
      for index in 0..<(try file.pageCount) {
        let page = try file.page(index)
        if page.isDictionary, let id = page.id { pages[id] = index }
      }
      knownPages = pages
      return pages
    }
  }

  /// The pages of which a damaged file has nothing but the place in its tree, from 0.
  var lostPages: [Int] {
    get throws(ConversionError) {
      if let knownLostPages { return knownLostPages }
      var lost: [Int] = []
      for index in 0..<(try file.pageCount) where !(try file.page(index).isDictionary) {
        lost.append(index)
      }
      knownLostPages = lost
      return lost
    }
  }

  /// How many pages there are to take.
  var pageCount: Int {
    get throws(ConversionError) { try file.pageCount - lostPages.count }
  }

  /// All pages as a document has them, but for those that are lost.
  ///
  /// - Parameter source: the index of this file in the document.
  func allPages(source: Int = 0) throws(ConversionError) -> [DocumentPage] {
    var pages = knownDocumentPages ?? []
    if knownDocumentPages == nil {
      for index in 0..<(try file.pageCount) {
        let page = try file.page(index)
        guard page.isDictionary else { continue }
        pages.append(DocumentPage(source: 0, index: index, size: page.shownSize))
      }
      knownDocumentPages = pages
    }
    if source != 0 { for index in pages.indices { pages[index].source = source } }
    return pages
  }

  var destinations: NamedDestinations {
    get throws(ConversionError) {
      if let knownDestinations { return knownDestinations }
      let destinations = try NamedDestinations(of: self)
      knownDestinations = destinations
      return destinations
    }
  }

  var outline: [OutlineNode] {
    get throws(ConversionError) {
      if let knownOutline { return knownOutline }
      let outline = try OutlineNode.outline(of: self)
      knownOutline = outline
      return outline
    }
  }

  var fields: FieldTree {
    get throws(ConversionError) {
      if let knownFields { return knownFields }
      let fields = try FieldTree(of: file, limits: limits)
      knownFields = fields
      return fields
    }
  }

  var labels: [PageLabels.Range] {
    get throws(ConversionError) {
      if let knownLabels { return knownLabels }
      let labels = try PageLabels.ranges(of: file, limits: limits)
      knownLabels = labels
      return labels
    }
  }

  /// `nil` where the file has no tags.
  var tags: TagTree? {
    get throws(ConversionError) {
      if let knownTags { return knownTags }
      let tags = try TagTree(of: self)
      knownTags = .some(tags)
      return tags
    }
  }

  /// Of each page the dictionaries of resources that others may have, too, and what is drawn from them; and how
  /// many pages have each.
  var resources: (ids: [Set<PDFObject.ID>], uses: [PDFObject.ID: Int]) {
    get throws(ConversionError) {
      if let knownResources { return knownResources }
      var all: [Set<PDFObject.ID>] = []
      for index in 0..<(try file.pageCount) {
        let resources = try file.page(index)["/Resources"]
        var ids = Set([resources, resources["/XObject"], resources["/Font"]].compactMap(\.id))
        ids.formUnion(names(of: resources, in: "/XObject").first)
        all.append(ids)
      }
      var uses: [PDFObject.ID: Int] = [:]
      for id in all.joined() { uses[id, default: 0] += 1 }
      knownResources = (all, uses)
      return (all, uses)
    }
  }

  /// What the names of one category of resources are, read once however many pages share them.
  func names(of resources: PDFObject, in category: String) -> ResourceNames {
    let dictionary = resources[category]
    guard let owner = dictionary.id ?? resources.id else { return ResourceNames(dictionary) }
    let place = ResourceNames.Place(
      owner: owner, category: dictionary.id == nil ? category : nil)
    if let known = knownNames[place] { return known }
    let names = ResourceNames(dictionary)
    knownNames[place] = names
    return names
  }

  /// The page that a destination leads to: an array, a dictionary with one, or a name.
  func page(of destination: PDFObject) throws(ConversionError) -> Int? {
    if let name = NamedDestinations.Name(destination) { return try destinations.page(of: name) }
    return try pageOfExplicit(destination)
  }

  /// The page that an array, or a dictionary with one, leads to.
  func pageOfExplicit(_ destination: PDFObject) throws(ConversionError) -> Int? {
    var destination = destination
    if destination.isDictionary { destination = destination["/D"] }
    guard destination.count > 0 else { return nil }
    let target = destination[0]
    if let id = target.id { return try pages[id] }
    // Only links to other files name pages by number, but viewers follow these, too.
    if let index = target.integer, try (0..<file.pageCount).contains(index) { return index }
    return nil
  }
}
