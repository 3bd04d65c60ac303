import ConverterCore
import PDFObjects

/// The tags of one source on their way into the result.
struct TagCopy {
  private let tree: TagTree
  private let part: SourcePart
  private let target: PDFFile
  /// What all keys of the tree of parents are raised by.
  let base: Int
  private var isKept: [Bool] = []
  private var copies: [PDFObject?] = []

  init(_ tree: TagTree, of part: SourcePart, to target: PDFFile, base: Int) {
    (self.tree, self.part, self.target, self.base) = (tree, part, target, base)
    choose()
  }

  var isEmpty: Bool { !isKept.contains(true) }

  /// Elements with content on pages of the result are kept, with what they stand in; those without content,
  /// such as empty cells, stay with what they stand in.
  private mutating func choose() {
    let count = tree.elements.count
    var (hasContent, hasKept) = (
      Array(repeating: false, count: count), Array(repeating: part.isWhole, count: count)
    )
    for index in (0..<count).reversed() {
      for case .content(_, let page) in tree.elements[index].kids {
        hasContent[index] = true
        if leads(to: page) { hasKept[index] = true }
      }
      for case .reference(_, let page) in tree.elements[index].kids {
        hasContent[index] = true
        if leads(to: page) { hasKept[index] = true }
      }
      guard let parent = tree.elements[index].parent else { continue }
      if hasContent[index] { hasContent[parent] = true }
      if hasKept[index] { hasKept[parent] = true }
    }
    isKept = hasKept
    for index in 0..<count where !hasKept[index] && !hasContent[index] {
      if let parent = tree.elements[index].parent { isKept[index] = isKept[parent] }
    }
  }

  private func leads(to page: Int?) -> Bool { page.map { part.pages[$0] != nil } ?? false }

  /// Copies the elements that are kept.
  ///
  /// - Returns: those at the top.
  mutating func copyElements(
    names: inout TagNames, below root: PDFObject, in context: ConversionContext
  ) throws(ConversionError) -> [PDFObject] {
    copies = Array(repeating: nil, count: tree.elements.count)
    for index in tree.elements.indices where isKept[index] {
      copies[index] = target.indirect(target.dictionary())
    }
    var top: [PDFObject] = []
    for (index, element) in tree.elements.enumerated() {
      guard let copy = copies[index] else { continue }
      if index % 1024 == 0 { try context.checkpoint() }
      try target.transplantEntries(
        of: element.object, into: copy, except: ["/P", "/K", "/Pg", "/Ref", "/ID"]
      ) { part.copies[$0] }
      if let id = element.id { part.elements[id] = copy }
      let parent = element.parent.flatMap { copies[$0] }
      if parent == nil { top.append(copy) }
      copy["/P"] = parent ?? root
      if let page = element.object["/Pg"].id, let page = part.copies[page] { copy["/Pg"] = page }
      if let id = element.object["/ID"].string { names.add(id, copy) }
      names.rename(copy, in: part)
      try copyKids(of: element, to: copy)
      let others = element.object["/Ref"].items.compactMap { other in
        other.id.flatMap { tree.places[$0] }.flatMap { copies[$0] }
      }
      if !others.isEmpty { copy["/Ref"] = target.array(others) }
    }
    return top
  }

  private func copyKids(of element: TagTree.Element, to copy: PDFObject) throws(ConversionError) {
    var kids: [PDFObject] = []
    for kid in element.kids {
      switch kid {
      case .element(let index):
        if let kid = copies[index] { kids.append(kid) }
      case .content(let number, let page):
        if leads(to: page) { kids.append(target.integer(number)) }
      case .reference(let object, let page):
        guard leads(to: page) else { continue }
        let kid = target.dictionary()
        try target.transplantEntries(of: object, into: kid) { part.copies[$0] }
        raiseKeys(of: kid)
        if kid["/Type"].name == "/OBJR", !kid["/Obj"].isDictionary, !kid["/Obj"].isStream {
          continue
        }
        kids.append(kid)
      }
    }
    guard !kids.isEmpty else { return }
    copy["/K"] = kids.count == 1 ? kids[0] : target.array(kids)
  }

  /// Streams have keys of their own into the tree of parents; those of pages and annotations are raised
  /// elsewhere.
  private func raiseKeys(of kid: PDFObject) {
    guard base > 0 else { return }
    for (entry, key) in [("/Stm", "/StructParents"), ("/Obj", "/StructParent")] {
      let stream = kid[entry]
      guard stream.isStream, let id = stream.id, part.raisedStreams.insert(id).inserted,
        let old = stream[key].integer, (0...Int(Int32.max)).contains(old)
      else { continue }
      stream[key] = target.integer(old + base)
    }
  }

  /// Adds what of the tree of parents belongs to pages of the result.
  ///
  /// - Returns: the first key that is free.
  func addParents(to entries: inout [Int: PDFObject]) -> Int {
    var next = base
    let own = Set(part.tagKeys.map(\.key))
    for (key, elements, isList) in tree.parents {
      // Keys that no page or annotation of the result has are those of streams, or of pages left out.
      guard own.contains(key) || elements.contains(where: { $0.map { isKept[$0] } ?? false }) else {
        continue
      }
      let copies = elements.map { $0.flatMap { self.copies[$0] } ?? target.null }
      if isList {
        entries[key + base] = target.array(copies)
      } else if let copy = copies.first, !copy.isNull {
        entries[key + base] = copy
      }
      next = max(next, key + base + 1)
    }
    for (owner, entry, key) in part.tagKeys where (0...Int(Int32.max)).contains(key) {
      owner[entry] = target.integer(key + base)
      next = max(next, key + base + 1)
    }
    return next
  }
}
