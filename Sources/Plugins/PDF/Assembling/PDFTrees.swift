import ConverterCore
import PDFObjects

/// Name trees and number trees (ISO 32000-1, 7.9.6 and 7.9.7).
extension PDFObject {
  enum TreeKind: String {
    case names = "/Names"
    case numbers = "/Nums"
  }

  /// The keys and values of the tree that this is the root of, in the file's order.
  ///
  /// Nodes that come twice, as in a loop, are looked at once.
  ///
  /// - Throws: `limitExceeded` for more entries or nodes than a file may have.
  func treeEntries(
    _ kind: TreeKind, limits: Limits
  ) throws(ConversionError) -> [(key: PDFObject, value: PDFObject)] {
    guard isDictionary else { return [] }
    var entries: [(key: PDFObject, value: PDFObject)] = []
    var pending = [self]
    var seen: Set<ID> = []
    var nodes = 0
    while let node = pending.popLast() {
      if let id = node.id, !seen.insert(id).inserted { continue }
      guard node.isDictionary else { continue }
      let leaves = node[kind.rawValue]
      let kids = node["/Kids"]
      nodes += 1 + kids.count
      try limits.check(
        .entries, nodes + entries.count + leaves.count / 2, for: "a tree of names or numbers")
      for index in 0..<leaves.count / 2 {
        entries.append((leaves[2 * index], leaves[2 * index + 1]))
      }
      pending += kids.items.reversed()
    }
    return entries
  }
}

extension PDFFile {
  /// A name tree of one node.
  func nameTree(_ entries: [[UInt8]: PDFObject]) -> PDFObject {
    let names = array()
    for key in entries.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let value = entries[key] else { continue }
      names.append(string(key))
      names.append(value)
    }
    return indirect(dictionary(["/Names": names]))
  }

  /// A number tree of one node.
  func numberTree(_ entries: [Int: PDFObject]) -> PDFObject {
    let numbers = array()
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      numbers.append(integer(key))
      numbers.append(value)
    }
    return indirect(dictionary(["/Nums": numbers]))
  }
}
