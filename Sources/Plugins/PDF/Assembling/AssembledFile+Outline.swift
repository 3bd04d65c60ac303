import ConverterCore

/// The outline of the result (ISO 32000-1, 12.3.3).
extension AssembledFile {
  /// A heading in the making.
  private struct Heading {
    let item: PDFObject
    let isOpen: Bool
    /// How many headings can be seen below it once it is open.
    let below: Int
  }

  /// A heading a file, if there are several, with that file's outline below it.
  func joinOutlines() throws(ConversionError) {
    var top: [Heading] = []
    for part in parts {
      let own = try headings(part.structure?.outline ?? [], of: part)
      guard isMerged else {
        top += own
        continue
      }
      guard let page = part.firstPage else { continue }
      let item = target.indirect(
        target.dictionary([
          "/Title": target.text(part.title ?? "\(part.number + 1)"),
          "/Dest": target.array(
            [page, target.name("/XYZ")] + (0..<3).map { _ in target.null }),
        ]))
      top.append(heading(item, isOpen: false, own))
    }
    guard !top.isEmpty else { return }
    let outlines = target.indirect(target.dictionary(["/Type": target.name("/Outlines")]))
    outlines["/Count"] = target.integer(link(top, below: outlines))
    target.root["/Outlines"] = outlines
  }

  /// Headings that lead to pages of the result, and those above them.
  private func headings(
    _ nodes: [OutlineNode], of part: SourcePart
  ) throws(ConversionError) -> [Heading] {
    var kept: [Heading] = []
    for node in nodes {
      let children = try headings(node.children, of: part)
      let leads = node.page.map { part.pages[$0] != nil } ?? part.isWhole
      guard leads || !children.isEmpty else { continue }
      let item = target.indirect(target.dictionary())
      for key in ["/Title", "/C", "/F"] where node.item.has(key) {
        item[key] = try part.transplant(node.item[key], to: target)
      }
      if leads { try copyAim(of: node, to: item, part) }
      kept.append(heading(item, isOpen: node.isOpen, children))
    }
    return kept
  }

  private func copyAim(
    of node: OutlineNode, to item: PDFObject, _ part: SourcePart
  ) throws(ConversionError) {
    if node.item.has("/Dest") {
      let place = try part.transplant(node.item["/Dest"], to: target)
      if let place = try settled(place, in: part) { item["/Dest"] = place }
    } else if node.item.has("/A") {
      item["/A"] = try part.transplant(node.item["/A"], to: target)
      try settleAction("/A", of: item, in: part)
    }
  }

  private func heading(_ item: PDFObject, isOpen: Bool, _ children: [Heading]) -> Heading {
    guard !children.isEmpty else { return Heading(item: item, isOpen: false, below: 0) }
    let below = link(children, below: item)
    item["/Count"] = target.integer(isOpen ? below : -below)
    return Heading(item: item, isOpen: isOpen, below: below)
  }

  /// - Returns: how many headings can be seen.
  private func link(_ headings: [Heading], below parent: PDFObject) -> Int {
    var count = 0
    for (index, heading) in headings.enumerated() {
      heading.item["/Parent"] = parent
      if index > 0 { heading.item["/Prev"] = headings[index - 1].item }
      if index + 1 < headings.count { heading.item["/Next"] = headings[index + 1].item }
      count += 1 + (heading.isOpen ? heading.below : 0)
    }
    if let first = headings.first, let last = headings.last {
      parent["/First"] = first.item
      parent["/Last"] = last.item
    }
    return count
  }
}
