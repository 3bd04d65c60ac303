import ConverterCore
import PDFObjects

/// Goes from a file's pages to all that they draw, each stream once, and notes who draws what.
struct ContentWalk {
  /// What is looked at once: with the resources of who uses it, where it has none of its own.
  struct Key: Hashable {
    enum Role: Hashable {
      case stream, font, image, mask
      /// Everything a resource dictionary has.
      case anything
    }

    let role: Role
    var id: PDFObject.ID?
    var resources: Int?
  }

  /// What is known but not looked at yet.
  enum Task {
    /// - areOwn: whether the resources are surely those that it means.
    case stream(PDFObject, node: Int, resources: Int, areOwn: Bool)
    case font(PDFObject, node: Int, resources: Int)
    case anything(node: Int, resources: Int)
  }

  let file: PDFFile
  let context: ConversionContext
  var graph = DrawingGraph()
  var table = ResourceTable()
  var nodes: [Key: Int] = [:]
  var tasks: [Task] = []
  var images: [(id: PDFObject.ID, node: Int, facts: ImageFacts)] = []
  /// Names that stand for nothing where they are used: viewers differ in where they look then.
  var strays: [ResourceCategory: Set<String>] = [:]
  private var summaries: [PDFObject.ID: ContentSummary] = [:]
  private var seen: Set<PDFObject.ID> = []
  private var pageResources: [Int] = []
  private var inlineImages = 0

  init(_ file: PDFFile, in context: ConversionContext) {
    self.file = file
    self.context = context
  }

  mutating func run() throws(ConversionError) -> ContentUses {
    let count = try file.pageCount
    for index in 0..<count {
      try addPage(index)
      try finishTasks()
    }
    let isComplete = try followStrays()
    let form = file.root["/AcroForm"]
    if form.has("/DR") {
      table.setUnknown(table.number(of: form["/DR"], in: form.id ?? file.root.id))
    }
    return ContentUses(
      images: try imageUses(inlineImages: inlineImages),
      resources: resourceUses(isComplete: isComplete))
  }

  private func resourceUses(isComplete: Bool) -> ResourceUses {
    var table = table
    // What no content asked for is noted too.
    for number in pageResources {
      for category in ResourceCategory.allCases { _ = table.dictionary(category, of: number) }
    }
    // Pages that are kept to be copied are in no tree of pages.
    let hasTemplates = file.root["/Names"].has("/Templates")
    return ResourceUses(
      table.dictionaries, strays: strays, isUnknown: hasTemplates || !isComplete)
  }

  private mutating func finishTasks() throws(ConversionError) {
    while let task = tasks.popLast() {
      try context.checkpoint()
      switch task {
      case .stream(let stream, let node, let resources, let areOwn):
        let summary = try summary(of: stream)
        follow(summary, node: node, resources: resources, areOwn: areOwn)
      case .font(let font, let node, let resources):
        followGlyphs(of: font, node: node, resources: resources)
      case .anything(let node, let resources): followAll(node: node, resources: resources)
      }
    }
  }

  /// Streams are kept from the second time on: only few are asked for again, those without resources.
  private mutating func summary(of stream: PDFObject) throws(ConversionError) -> ContentSummary? {
    guard let id = stream.id else { return nil }
    if let known = summaries[id] { return known }
    let summary = try summary { () throws(ConversionError) in try stream.content(in: context) }
    if !seen.insert(id).inserted {
      summaries[id] = summary
    } else {
      inlineImages += summary?.inlineImages ?? 0
    }
    return summary
  }

  /// - Returns: `nil` where the content cannot be had.
  private func summary(
    of read: () throws(ConversionError) -> [UInt8]?
  ) throws(ConversionError) -> ContentSummary? {
    let content: [UInt8]?
    do throws(ConversionError) {
      content = try read()
    } catch {
      guard error.code == .damagedInput else { throw error }
      return nil
    }
    guard let content else { return nil }
    return try ContentInterpreter.summary(of: content) { () throws(ConversionError) in
      try context.checkpoint()
    }
  }

  private mutating func pageSummary(_ page: PDFObject) throws(ConversionError) -> ContentSummary? {
    let content = page["/Contents"]
    if content.isStream { return try summary(of: content) }
    let summary = try summary { () throws(ConversionError) in
      try page.pageContent(in: context)
    }
    inlineImages += summary?.inlineImages ?? 0
    return summary
  }

  private mutating func addPage(_ index: Int) throws(ConversionError) {
    let page = try file.page(index)
    let node = graph.addNode()
    let unit = page["/UserUnit"].number.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 1
    graph.addRoot(node, page: index, unit: unit)
    let owner = page.owner(of: "/Resources")
    let resources = table.number(of: owner["/Resources"], in: owner.id)
    pageResources.append(resources)
    let summary = try pageSummary(page)
    follow(summary, node: node, resources: resources, areOwn: true)
    addAnnotations(of: page, node: node, resources: resources)
  }

  /// What viewers may find where a name was not found: any page's resource of that name.
  ///
  /// - Returns: whether that is all; what is found may have names that are not found.
  private mutating func followStrays() throws(ConversionError) -> Bool {
    var known: Set<String> = []
    for _ in 0..<4 {
      let names = (strays[.xObject] ?? []).subtracting(known)
      if names.isEmpty { return true }
      known.formUnion(names)
      for resources in Set(pageResources).sorted() {
        try context.checkpoint()
        guard let place = table.dictionary(.xObject, of: resources) else { continue }
        let dictionary = table.dictionaries[place].object
        for name in dictionary.keys where names.contains(name) {
          graph.addDoubtful(node(drawing: dictionary[name], resources: resources))
        }
      }
      try finishTasks()
    }
    return false
  }
}

extension PDFObject {
  /// The node of the tree of pages that has what a page inherits; itself, where none has.
  fileprivate func owner(of key: String) -> PDFObject {
    var node = self
    for _ in 0..<64 {
      if node.has(key) { return node }
      guard node.has("/Parent") else { break }
      node = node["/Parent"]
    }
    return self
  }
}
