import ConverterCore

/// The tree of a file's pages (ISO 32000-1, 7.7.3.2), brought into a state on which all viewers agree.
///
/// Viewers differ in what they make of a damaged tree: qpdf gives up on a loop, and poppler believes `/Count`. So
/// it is repaired before anybody else looks at it.
struct PageTree {
  /// A node whose kids are being visited.
  private struct Level {
    let node: PDFObject
    let kids: PDFObject
    var next = 0
    /// The pages below the kids visited so far.
    var pages = 0
    /// The places of kids that are taken out of the node.
    var removed: [Int] = []
  }

  private enum Problem: String, CaseIterable {
    case directRoot = "the root of the page tree is not an object of its own"
    case loop = "the page tree leads back to itself"
    case kid = "the page tree has something else in place of a page"
    case parent = "pages do not lead back to where they stand in the page tree"
    case count = "the page tree counts other pages than it has"
  }

  private let file: PDFFile
  private var problems: Set<Problem> = []
  /// Nodes and pages that were visited.
  private var seen: Set<PDFObject.ID> = []
  private var levels: [Level] = []

  /// Repairs the tree of a file of which nobody has asked for the pages yet.
  ///
  /// - Returns: what was wrong with it, in words.
  /// - Throws: `damagedInput` where an object of the tree cannot be read.
  static func repair(_ file: PDFFile) throws(ConversionError) -> [String] {
    var tree = PageTree(file: file)
    try tree.repair()
    return Problem.allCases.filter(tree.problems.contains).map(\.rawValue)
  }

  private init(file: PDFFile) { self.file = file }

  private mutating func repair() throws(ConversionError) {
    let root = file.root
    guard root["/Pages"].isDictionary else { return try file.check() }
    if root["/Pages"].id == nil {
      problems.insert(.directRoot)
      root["/Pages"] = file.indirect(root["/Pages"])
    }
    let top = root["/Pages"]
    if let id = top.id { seen.insert(id) }
    try open(top)
    while let last = levels.indices.last {
      if levels[last].next < levels[last].kids.count {
        try visitNext(of: last)
      } else {
        close()
      }
    }
    try file.check()
  }

  /// - Throws: `limitExceeded` for a tree deeper than the stack of qpdf's recursive functions allows.
  private mutating func open(_ node: PDFObject) throws(ConversionError) {
    guard levels.count < DeepWork.mostLevels else { throw PDFFile.exhausted }
    levels.append(Level(node: node, kids: node["/Kids"]))
  }

  private mutating func visitNext(of level: Int) throws(ConversionError) {
    let place = levels[level].next
    levels[level].next += 1
    let kid = levels[level].kids[place]
    guard kid.isDictionary else {
      // What is lost keeps its place: the pages behind it keep their numbers.
      levels[level].pages += 1
      problems.insert(.kid)
      if kid.id == nil { levels[level].kids[place] = file.indirect(file.null) }
      return
    }
    let isNew = kid.id.map { seen.insert($0).inserted } ?? true
    let isNode = kid.has("/Kids")
    if isNode && !isNew {
      problems.insert(.loop)
      levels[level].removed.append(place)
      return
    }
    if kid["/Parent"].id != levels[level].node.id {
      problems.insert(.parent)
      // A page in two nodes is two pages.
      let own = isNew ? kid : file.twin(of: kid)
      own["/Parent"] = levels[level].node
      if !isNew { levels[level].kids[place] = own }
    }
    if isNode { try open(kid) } else { levels[level].pages += 1 }
  }

  private mutating func close() {
    let level = levels.removeLast()
    for place in level.removed.reversed() { level.kids.removeItem(at: place) }
    if level.node["/Count"].integer != level.pages {
      problems.insert(.count)
      level.node["/Count"] = file.integer(level.pages)
    }
    if let last = levels.indices.last { levels[last].pages += level.pages }
  }
}
