import ConverterCore
import PDFObjects

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
      top += try copy.copyElements(names: &names, below: root, in: context.conversion)
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
    if pages.contains(where: { $0.isRepeated && $0.part.root?.has("/StructTreeRoot") == true }) {
      context.note(
        "tags", .changed, why: "pages that come again have them where they come first alone")
    }
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
