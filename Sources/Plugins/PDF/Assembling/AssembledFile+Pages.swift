import ConverterCore
import PagedDocumentModel

extension AssembledFile {
  /// What a page has that leads out of it; it is copied by itself or left out.
  private static let leadingOut = ["/B", "/Parent", "/DPart", "/PresSteps"]

  /// Copies the pages without what leads out of them.
  func addPages() throws(ConversionError) {
    for part in parts {
      guard let structure = part.structure else { continue }
      try structure.file.pushInheritedAttributes()
      target.needVersion(structure.file.version)
    }
    let resources = try SharedResources(of: self)
    for (position, page) in document.pages.enumerated() {
      if position % 64 == 0 { try context.checkpoint() }
      guard let part = parts.first(where: { $0.number == page.source }) else { continue }
      let copy: PDFObject
      if let structure = part.structure {
        copy = try self.copy(page, of: structure, in: part, resources)
      } else if let picture = part.picture {
        copy = try target.page(of: picture, page, options: pictureOptions, in: context)
        try target.append(copy)
        pages.append(Page(part: part, index: 0, object: copy, isRepeated: false))
      } else {
        continue
      }
      if part.firstPage == nil { part.firstPage = copy }
    }
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
    if source.has("/B") { noteThreads() }
    for key in Self.leadingOut { take(key, from: source) }
    part.annotations[page.index] = take("/Annots", from: source)
    let tagKey = take("/StructParents", from: source)?.integer
    if let reduced = try resources.needed(by: source, at: page.index, of: part) {
      replace("/Resources", of: source, with: reduced)
    }
    let copy = try target.copy(source)
    copy.setLook(of: page, source: source)
    try target.append(copy)
    if let tagKey { part.tagKeys.append((copy, "/StructParents", tagKey)) }
    part.pages[page.index] = copy
    if let id = source.id { part.copies[id] = copy }
    pages.append(Page(part: part, index: page.index, object: copy, isRepeated: false))
    return copy
  }

  private func noteThreads() {
    context.note("threads", .dropped, why: "article threads lead through pages of one file alone")
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
