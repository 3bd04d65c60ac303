import ConverterCore
import PDFObjects
import PagedDocumentModel

extension AssembledFile {
  /// What a page has that leads out of it; it is copied by itself or left out.
  private static let leadingOut = ["/Parent", "/DPart", "/PresSteps"]

  /// What a page of a file that is given several times has in common with the same page of the first.
  ///
  /// All else is its own: links, fields and tags lead to what is of the same turn.
  private static let heavy = ["/Contents", "/Resources", "/Thumb", "/PieceInfo", "/Metadata"]

  /// Whether what the page draws may be of another page, too; what has tags or layers of its own may not.
  private static func canShare(_ page: PDFObject, of part: SourcePart) -> Bool {
    guard let root = part.root, !root.has("/OCProperties") else { return false }
    guard root.has("/StructTreeRoot") else { return true }
    let objects = page["/Resources"]["/XObject"]
    return objects.keys.allSatisfy { key in
      let object = objects[key]
      return !object.has("/StructParents") && !object.has("/StructParent")
    }
  }

  /// Copies the pages without what leads out of them.
  func addPages() throws(ConversionError) {
    for part in parts {
      guard let structure = part.structure else { continue }
      try structure.file.pushInheritedAttributes()
      target.needVersion(structure.file.version)
    }
    let resources = try SharedResources(of: self)
    let pictures = try CodedPages(
      of: document, options: pictureOptions, knownWords: knownWords, in: context.conversion)
    for (position, page) in document.pages.enumerated() {
      if position % 64 == 0 { try context.checkpoint() }
      guard let part = parts.first(where: { $0.number == page.source }) else { continue }
      let copy: PDFObject
      if let structure = part.structure {
        let input = document.sources[page.source].input
        copy = try context.conversion.reading(input: input) { () throws(ConversionError) in
          try self.copy(page, of: structure, in: part, resources)
        }
      } else if part.picture != nil {
        copy = try target.page(
          try pictures.page(of: part.number), as: page, options: pictureOptions, sharing: images,
          in: context.conversion)
        try target.append(copy)
        pages.append(Page(part: part, index: 0, object: copy, isRepeated: false))
      } else {
        continue
      }
      if part.firstPage == nil { part.firstPage = copy }
    }
    if parts.contains(where: { $0.picture != nil }) {
      context.conversion.beginPortion(at: 0.95, length: 0.05)
    }
    let scans = ScanReceipts(document).pages(pictures.readings)
    if !scans.isEmpty { context.receipt = .object([.init("pages", .array(scans))]) }
  }

  private func copy(
    _ page: DocumentPage, of structure: DocumentStructure, in part: SourcePart,
    _ resources: SharedResources
  ) throws(ConversionError) -> PDFObject {
    guard try (0..<structure.file.pageCount).contains(page.index) else {
      throw ConversionError(.usage, "there is no page \(page.index + 1) in the file")
    }
    let source = try structure.file.page(page.index)
    if let first = part.pages[page.index] {
      let copy = target.twin(of: first)
      for key in ["/Parent", "/Annots", "/StructParents"] { copy.removeKey(key) }
      copy.setLook(of: page, source: source)
      try target.append(copy)
      pages.append(Page(part: part, index: page.index, object: copy, isRepeated: true))
      return copy
    }
    let beads = take("/B", from: source)
    if part.isWhole { part.beads[page.index] = beads } else if beads != nil { noteThreads() }
    for key in Self.leadingOut { take(key, from: source) }
    part.annotations[page.index] = take("/Annots", from: source)
    part.pageActions[page.index] = take("/AA", from: source)
    let tagKey = take("/StructParents", from: source)?.integer
    let twin = part.original?.pages[page.index].flatMap {
      Self.canShare(source, of: part) ? $0 : nil
    }
    if twin != nil {
      for key in Self.heavy { take(key, from: source) }
    } else if let reduced = try resources.needed(by: source, at: page.index, of: part) {
      replace("/Resources", of: source, with: reduced)
    }
    let copy = try target.copy(source)
    if let twin { for key in Self.heavy where twin.has(key) { copy[key] = twin[key] } }
    copy.setLook(of: page, source: source)
    try target.append(copy)
    if let tagKey { part.tagKeys.append((copy, "/StructParents", tagKey)) }
    part.pages[page.index] = copy
    if let id = source.id { part.copies[id] = copy }
    pages.append(Page(part: part, index: page.index, object: copy, isRepeated: false))
    return copy
  }

  private func noteThreads() {
    context.note(
      "threads", .dropped, why: "article threads lead through pages that are left out, too")
  }

  /// Threads of articles (ISO 32000-1, 12.4.3) of files that are there as a whole: they lead from page to page.
  func joinThreads() throws(ConversionError) {
    for page in pages where !page.isRepeated {
      guard let beads = page.part.beads[page.index] else { continue }
      page.object["/B"] = try page.part.transplant(beads, to: target)
    }
    let all = target.array()
    for part in parts where part.isWhole {
      guard let threads = part.root?["/Threads"], threads.count > 0 else { continue }
      try context.limits.check(.entries, all.count + threads.count, for: "the threads of articles")
      part.firstThread = all.count
      for thread in threads.items { all.append(try part.transplant(thread, to: target)) }
    }
    if all.count > 0 { target.root["/Threads"] = all }
  }
}

extension PDFObject {
  /// Turns and cuts the copy of a page as the document asks.
  func setLook(of page: DocumentPage, source: PDFObject) {
    // The box is on the page as its source shows it; a picture's page is its own source.
    let box = page.crop.map(source.box)
    let rotation = (source.rotation + page.rotation % 360 + 360) % 360
    if rotation != (self["/Rotate"].integer ?? 0) { self["/Rotate"] = file.integer(rotation) }
    guard let box else { return }
    self["/CropBox"] = file.array(box.map { file.real($0) })
  }

  /// Where a part of a page as shown is on the page as it is stored: left, bottom, right, top.
  func box(of crop: PageBox) -> [Double] {
    let box = visibleBox
    let unit = userUnit
    let (wide, high) = (box[2] - box[0], box[3] - box[1])
    let shown = (
      left: crop.left / unit, bottom: crop.bottom / unit, right: (crop.left + crop.width) / unit,
      top: (crop.bottom + crop.height) / unit
    )
    let stored =
      switch rotation {
      case 90: [wide - shown.top, shown.left, wide - shown.bottom, shown.right]
      case 180: [wide - shown.right, high - shown.top, wide - shown.left, high - shown.bottom]
      case 270: [shown.bottom, high - shown.right, shown.top, high - shown.left]
      default: [shown.left, shown.bottom, shown.right, shown.top]
      }
    return [
      max(box[0], box[0] + stored[0]), max(box[1], box[1] + stored[1]),
      min(box[2], box[0] + stored[2]), min(box[3], box[1] + stored[3]),
    ]
  }
}

extension PDFFile {
  /// There are no others, whatever a file says.
  private static let versions: Set = [
    "1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "2.0",
  ]

  /// The version is at least this, "1.7".
  func needVersion(_ version: String) {
    guard Self.versions.contains(version) else { return }
    guard let needed = neededVersion else { return neededVersion = version }
    func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
    if numbers(needed).lexicographicallyPrecedes(numbers(version)) { neededVersion = version }
  }
}
