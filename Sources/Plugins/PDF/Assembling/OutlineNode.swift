import ConverterCore
import PDFObjects

/// A heading of a file's outline (ISO 32000-1, 12.3.3).
struct OutlineNode {
  let item: PDFObject
  /// The page that it leads to, from 0.
  let page: Int?
  /// Whether it does something else, such as to open a web page.
  let leadsElsewhere: Bool
  let isOpen: Bool
  let children: [OutlineNode]

  /// Headings deeper than this stand one after the other at this level: no viewer shows more.
  private static let mostLevels = 100

  static func outline(of structure: DocumentStructure) throws(ConversionError) -> [OutlineNode] {
    var seen: Set<PDFObject.ID> = []
    let root = structure.file.root["/Outlines"]
    guard root.isDictionary else { return [] }
    return try read(from: root["/First"], level: 0, seen: &seen, in: structure)
  }

  private static func read(
    from first: PDFObject, level: Int, seen: inout Set<PDFObject.ID>,
    in structure: DocumentStructure
  ) throws(ConversionError) -> [OutlineNode] {
    var nodes: [OutlineNode] = []
    // Those at the last level have what is left of the levels above them behind them.
    var pending = [first]
    while var item = pending.popLast() {
      // An item that comes again is a loop.
      while item.isDictionary, let id = item.id, seen.insert(id).inserted {
        try structure.limits.check(.entries, seen.count, for: "the outline")
        let (below, next) = (item["/First"], item["/Next"])
        guard level + 1 < mostLevels else {
          nodes.append(try OutlineNode(item, children: [], in: structure))
          if !below.isNull {
            pending.append(next)
            item = below
          } else {
            item = next
          }
          continue
        }
        let children =
          below.isNull ? [] : try read(from: below, level: level + 1, seen: &seen, in: structure)
        nodes.append(try OutlineNode(item, children: children, in: structure))
        item = next
      }
    }
    return nodes
  }

  private init(
    _ item: PDFObject, children: [OutlineNode], in structure: DocumentStructure
  ) throws(ConversionError) {
    self.item = item
    self.children = children
    isOpen = (item["/Count"].integer ?? 0) > 0
    if item.has("/Dest") {
      page = try structure.page(of: item["/Dest"])
      leadsElsewhere = false
      return
    }
    let action = item["/A"]
    let leadsToPage = action["/S"].name == "/GoTo"
    page = leadsToPage ? try structure.page(of: action["/D"]) : nil
    leadsElsewhere = action.isDictionary && !leadsToPage
  }
}
