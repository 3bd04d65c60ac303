import ConverterCore
import PDFObjects

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
    var lastFile: Int?
    for part in parts {
      let own = try headings(part.structure?.outline ?? [], of: part, keepsAll: part.isWhole)
      guard isMerged else {
        top += own
        continue
      }
      guard let page = part.firstPage, part.fileNumber != lastFile else { continue }
      lastFile = part.fileNumber
      let item = target.indirect(
        target.dictionary([
          "/Title": target.text(part.title ?? "\(part.number + 1)"),
          "/Dest": target.array(
            [page, target.name("/XYZ")] + (0..<3).map { _ in target.null }),
        ]))
      top.append(heading(item, isOpen: false, own))
    }
    if lostHeadings > 0 {
      context.note(
        "outline", .dropped,
        why: "\(lostHeadings) that \(lostHeadings == 1 ? "leads" : "lead") to no page "
          + "\(lostHeadings == 1 ? "stands" : "stand") below none that is there")
    }
    guard !top.isEmpty else { return }
    let outlines = target.indirect(target.dictionary(["/Type": target.name("/Outlines")]))
    outlines["/Count"] = target.integer(link(top, below: outlines))
    target.root["/Outlines"] = outlines
  }

  /// Headings that lead to pages of the result, those above them, and below one that is kept those that lead
  /// to no page at all.
  ///
  /// - Parameter keepsAll: whether what leads to no page stays where nothing else does.
  private func headings(
    _ nodes: [OutlineNode], of part: SourcePart, keepsAll: Bool
  ) throws(ConversionError) -> [Heading] {
    var kept: [(heading: Heading, isFree: Bool)] = []
    for node in nodes {
      let leads = node.page.map { part.pages[$0] != nil } ?? part.isWhole
      let children = try headings(node.children, of: part, keepsAll: leads)
      let isFree =
        node.page == nil && !leads && children.isEmpty
        && (node.leadsElsewhere || node.children.isEmpty)
      guard leads || isFree || !children.isEmpty else { continue }
      let item = target.indirect(target.dictionary())
      for key in ["/Title", "/C", "/F"] where node.item.has(key) {
        item[key] = try part.transplant(node.item[key], to: target)
      }
      if leads || node.page == nil { try copyAim(of: node, to: item, part) }
      if let tag = node.item["/SE"].id { taggedHeadings.append((item, part, tag)) }
      kept.append((heading(item, isOpen: node.isOpen, children), isFree))
    }
    if keepsAll || kept.contains(where: { !$0.isFree }) { return kept.map(\.heading) }
    lostHeadings += kept.count
    return []
  }

  /// Elements of tags that headings stand for, once those are there.
  func linkHeadingsToTags() {
    for (item, part, tag) in taggedHeadings {
      if let element = part.elements[tag] { item["/SE"] = element }
    }
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
