import ConverterCore

/// Annotations (ISO 32000-1, 12.5).
extension AssembledFile {
  /// Gives the pages the annotations that they have in their sources.
  func joinAnnotations() throws(ConversionError) {
    var count = 0
    // All of them are prepared before the first is copied, as one may refer to another.
    for page in pages where !page.isRepeated {
      for annotation in page.part.annotations[page.index]?.items ?? [] {
        count += 1
        try context.limits.check(.entries, count, for: "the annotations of all pages")
        prepare(annotation)
      }
    }
    for (number, page) in pages.enumerated() {
      if number % 64 == 0 { try context.checkpoint() }
      guard let list = page.part.annotations[page.index], list.count > 0 else { continue }
      try copy(list, to: page, count: &count)
    }
  }

  /// Takes off what leads from a widget to the widgets of other pages.
  private func prepare(_ annotation: PDFObject) {
    guard annotation.isDictionary, annotation["/Type"].name != "/Page" else { return }
    if annotation["/Subtype"].name == "/Widget" {
      take("/Parent", from: annotation)
      take("/Kids", from: annotation)
    }
    if annotation.has("/A") { nameFields(in: annotation, "/A") }
    let further = annotation["/AA"]
    for key in further.keys { nameFields(in: further, key) }
  }

  private func copy(
    _ list: PDFObject, to page: Page, count: inout Int
  ) throws(ConversionError) {
    let annotations = target.array()
    var twins: [PDFObject.ID: PDFObject] = [:]
    var copies: [PDFObject] = []
    // A page is no annotation, whatever a file says.
    for source in list.items where source.isDictionary && source["/Type"].name != "/Page" {
      count += 1
      try context.limits.check(.entries, count, for: "the annotations of all pages")
      var copy: PDFObject
      if source.id != nil {
        copy = try target.copy(source)
        guard copy.isDictionary else { continue }
      } else {
        copy = target.indirect(try page.part.transplant(source, to: target))
      }
      if page.isRepeated {
        let first = copy.id
        copy = target.twin(of: copy)
        if let first { twins[first] = copy }
        copy.removeKey("/StructParent")
        copy["/P"] = page.object
      } else if let key = copy["/StructParent"].integer {
        page.part.tagKeys.append((copy, "/StructParent", key))
      }
      if copy.has("/P"), copy["/P"].isNull { copy["/P"] = page.object }
      if let id = source.id, copy["/Subtype"].name == "/Widget" {
        page.part.widgets[id, default: []].append(copy)
      }
      annotations.append(copy)
      copies.append(copy)
      self.annotations.append((page.part, copy))
    }
    // Those of a repeated page belong together as those of the first do.
    if page.isRepeated {
      for copy in copies {
        for key in ["/Popup", "/Parent", "/IRT"] where copy.has(key) {
          if let id = copy[key].id, let twin = twins[id] { copy[key] = twin }
        }
      }
    }
    page.object["/Annots"] = annotations
  }
}
