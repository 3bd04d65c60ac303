import ConverterCore
import PDFObjects

/// Layers (ISO 32000-1, 8.11).
extension AssembledFile {
  /// The layers that pages of the result use, shown as in their files.
  func joinLayers() throws(ConversionError) {
    var layers = Layers(target)
    for part in parts {
      guard let source = part.root?["/OCProperties"], source.isDictionary else { continue }
      // What is copied only now has a higher number: nothing on the pages refers to it.
      let mark = target.indirect(target.null).id?.number ?? 0
      var copies: [PDFObject.ID: PDFObject] = [:]
      for group in source["/OCGs"].items {
        guard let id = group.id, group.isDictionary, copies[id] == nil else { continue }
        try context.limits.check(.entries, copies.count, for: "the layers")
        let copy = try target.copy(group)
        guard part.isWhole || (copy.id?.number ?? 0) <= mark else { continue }
        copies[id] = copy
        layers.all.append(copy)
      }
      try layers.add(source["/D"], copies, of: part)
      guard source["/Configs"].count > 0 else { continue }
      if part.isWhole {
        try layers.add(further: source["/Configs"], of: part)
      } else {
        context.note(
          "layers", .changed,
          why: "other ways to show them are dropped: they name layers of other pages")
      }
    }
    guard layers.all.count > 0 else { return }
    target.root["/OCProperties"] = layers.properties
  }
}

/// How the layers of all files are listed and shown.
private struct Layers {
  let target: PDFFile
  let all: PDFObject
  private let configuration: PDFObject
  private let further: PDFObject
  /// Lists within lists that are deeper are left out.
  private static let mostLevels = 32

  init(_ target: PDFFile) {
    self.target = target
    all = target.array()
    configuration = target.dictionary()
    further = target.array()
  }

  var properties: PDFObject {
    let properties = target.dictionary(["/OCGs": all, "/D": configuration])
    if further.count > 0 { properties["/Configs"] = further }
    return target.indirect(properties)
  }

  /// Other ways to show the layers of a file.
  func add(further configurations: PDFObject, of part: SourcePart) throws(ConversionError) {
    for item in configurations.items where item.isDictionary {
      further.append(try part.transplant(item, to: target))
    }
  }

  mutating func add(
    _ source: PDFObject, _ copies: [PDFObject.ID: PDFObject], of part: SourcePart
  ) throws(ConversionError) {
    for key in ["/Name", "/Creator"] where source.has(key) && !configuration.has(key) {
      configuration[key] = try part.transplant(source[key], to: target)
    }
    for key in ["/ON", "/OFF", "/Locked", "/Order", "/RBGroups"] {
      append(kept(source[key], copies), to: key)
    }
    if source["/BaseState"].name == "/OFF" {
      // The result has one base state, which is on.
      let shown = Set(source["/ON"].items.compactMap(\.id))
      for (id, copy) in copies where !shown.contains(id) { append([copy], to: "/OFF") }
    }
    for usage in source["/AS"].items where usage.isDictionary {
      let groups = kept(usage["/OCGs"], copies)
      guard !groups.isEmpty else { continue }
      let copy = target.dictionary()
      try target.transplantEntries(of: usage, into: copy, except: ["/OCGs"]) { part.copies[$0] }
      copy["/OCGs"] = target.array(groups)
      append([copy], to: "/AS")
    }
  }

  private func append(_ items: [PDFObject], to key: String) {
    guard !items.isEmpty else { return }
    if !configuration.has(key) { configuration[key] = target.array() }
    let array = configuration[key]
    for item in items { array.append(item) }
  }

  /// A list of layers, of headings and of lists, without those that are left out.
  private func kept(
    _ list: PDFObject, _ copies: [PDFObject.ID: PDFObject]
  ) -> [PDFObject] {
    var seen: Set<PDFObject.ID> = []
    return kept(list, copies, level: 0, seen: &seen)
  }

  private func kept(
    _ list: PDFObject, _ copies: [PDFObject.ID: PDFObject], level: Int,
    seen: inout Set<PDFObject.ID>
  ) -> [PDFObject] {
    guard level < Self.mostLevels else { return [] }
    // A list that comes again is a loop.
    if let id = list.id, !seen.insert(id).inserted { return [] }
    var kept: [PDFObject] = []
    var hasLayers = false
    for item in list.items {
      if item.isArray {
        let below = self.kept(item, copies, level: level + 1, seen: &seen)
        if !below.isEmpty {
          kept.append(target.array(below))
          hasLayers = true
        }
      } else if let bytes = item.string {
        kept.append(target.string(bytes))
      } else if let id = item.id, let copy = copies[id] {
        kept.append(copy)
        hasLayers = true
      }
    }
    return hasLayers ? kept : []
  }
}
