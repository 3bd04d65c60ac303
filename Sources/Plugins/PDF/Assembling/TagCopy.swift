import ConverterCore

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
        if kid["/Type"].name == "/OBJR", !kid["/Obj"].isDictionary, !kid["/Obj"].isStream { continue }
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

extension AssembledFile {
  /// Makes one tree of tags of those of all files, of what is on pages of the result.
  func joinTags() throws(ConversionError) {
    let root = target.indirect(target.dictionary(["/Type": target.name("/StructTreeRoot")]))
    var names = TagNames(target)
    var parents: [Int: PDFObject] = [:]
    var top: [PDFObject] = []
    var next = 0
    var untagged = 0
    for part in parts {
      guard let structure = part.structure, let tree = try structure.tags else {
        part.dropTagKeys()
        untagged += 1
        continue
      }
      var copy = TagCopy(tree, of: part, to: target, base: next)
      guard !copy.isEmpty else {
        part.dropTagKeys()
        continue
      }
      try names.begin(tree.root, of: part, to: root)
      top += try copy.copyElements(names: &names, below: root, in: context)
      next = copy.addParents(to: &parents)
      if !root.has("/Namespaces"), tree.root.has("/Namespaces") {
        root["/Namespaces"] = try part.transplant(tree.root["/Namespaces"], to: target)
      }
    }
    guard !top.isEmpty else { return }
    root["/K"] = target.array(top)
    root["/ParentTree"] = target.numberTree(parents)
    root["/ParentTreeNextKey"] = target.integer(next)
    if !names.identifiers.isEmpty { root["/IDTree"] = target.nameTree(names.identifiers) }
    target.root["/StructTreeRoot"] = root
    target.root["/MarkInfo"] = target.dictionary(["/Marked": target.boolean(true)])
    if untagged > 0 {
      context.note("tags", .changed, why: "\(untagged) of \(parts.count) files have none")
    }
    if names.lostIdentifiers > 0 {
      context.note(
        "tags", .changed,
        why: "\(names.lostIdentifiers) identifiers of elements are taken by another file")
    }
  }
}

extension SourcePart {
  /// Keys into a tree that the result does not have.
  fileprivate func dropTagKeys() {
    for (owner, entry, _) in tagKeys { owner.removeKey(entry) }
  }
}
