import ConverterCore
import PDFObjects

/// Annotations (ISO 32000-1, 12.5).
extension AssembledFile {
  /// Gives the pages the annotations that they have in their sources.
  func joinAnnotations() throws(ConversionError) {
    var count = 0
    for part in parts {
      for actions in part.pageActions.values {
        for key in actions.keys { nameFields(in: actions, key) }
      }
    }
    // All of them are prepared before the first is copied, as one may refer to another.
    var lists = Array(repeating: [SourceAnnotation](), count: pages.count)
    for (number, page) in pages.enumerated() {
      for annotation in page.part.annotations[page.index]?.items ?? [] {
        count += 1
        try context.limits.check(.entries, count, for: "the annotations of all pages")
        if let prepared = prepare(annotation) { lists[number].append(prepared) }
      }
    }
    for (number, page) in pages.enumerated() where !lists[number].isEmpty {
      if number % 64 == 0 { try context.checkpoint() }
      try copy(lists[number], to: page)
    }
    // What pages do when they are opened: it may lead to any of them.
    for page in pages {
      guard let actions = page.part.pageActions[page.index] else { continue }
      page.object["/AA"] = try page.part.transplant(actions, to: target)
    }
  }

  private struct SourceAnnotation {
    let object: PDFObject
    let id: PDFObject.ID?
    let isWidget: Bool
  }

  /// Takes off what leads from an annotation to those of other pages.
  private func prepare(_ annotation: PDFObject) -> SourceAnnotation? {
    // A page is no annotation, whatever a file says.
    guard annotation.isDictionary, annotation["/Type"].name != "/Page" else { return nil }
    let isWidget = annotation["/Subtype"].name == "/Widget"
    if isWidget {
      take("/Parent", from: annotation)
      take("/Kids", from: annotation)
    }
    if annotation.has("/A") { nameFields(in: annotation, "/A") }
    if annotation.has("/AA") {
      let further = annotation["/AA"]
      for key in further.keys { nameFields(in: further, key) }
    }
    return SourceAnnotation(object: annotation, id: annotation.id, isWidget: isWidget)
  }

  private func copy(_ list: [SourceAnnotation], to page: Page) throws(ConversionError) {
    let annotations = target.array()
    var twins: [PDFObject.ID: PDFObject] = [:]
    var copies: [PDFObject] = []
    for source in list {
      var copy: PDFObject
      if source.id != nil {
        copy = try target.copy(source.object)
        guard copy.isDictionary else { continue }
      } else {
        copy = target.indirect(try page.part.transplant(source.object, to: target))
      }
      if page.isRepeated {
        let first = copy.id
        copy = target.twin(of: copy)
        if let first { twins[first] = copy }
        copy.removeKey("/StructParent")
        copy["/P"] = page.object
      } else {
        if hasTags, let key = copy["/StructParent"].integer {
          page.part.tagKeys.append((copy, "/StructParent", key))
        }
        if copy["/P"].isNull { copy["/P"] = page.object }
      }
      if let id = source.id, source.isWidget { page.part.widgets[id, default: []].append(copy) }
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
