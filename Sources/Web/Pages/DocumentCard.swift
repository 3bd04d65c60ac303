import FairyLibrary

/// A document, or a note, as lists show it.
struct DocumentCard {
  let values: [String: Any]

  init(_ item: IndexedItem, _ words: Words) {
    var values: [String: Any] = [
      "title": item.title, "version": AssetRoutes.version,
      "about": words.counting("pages_count", item.pageCount) + " · "
        + words.ago(item.created.seconds),
      "tags": item.tags.map { ["name": $0] }, "state": [[String: Any]](),
    ]
    if let state = item.state { values["state"] = [Self.state(state, words)] }
    if item.kind == .document, let id = DocumentID(item.key) {
      let address = DocumentAddress(id)
      values["href"] = address.page
      if item.pageCount > 0 { values["thumb"] = address.thumbnail(item.revision) }
      values["document"] = item.key
      values["select"] = "\(words["select"]) \(item.title)"
    } else if item.kind == .note {
      values["href"] = "/notes/\(item.key)"
      values["about"] = words["lib_is_note"] + " · " + words.ago(item.modified.seconds)
    }
    self.values = values
  }

  /// A document of which the index knows nothing.
  init(_ metadata: DocumentMetadata, inTrash isInTrash: Bool, _ words: Words) {
    let address = DocumentAddress(metadata.id, isInTrash: isInTrash)
    values = [
      "title": metadata.title, "version": AssetRoutes.version,
      "about": words.counting("pages_count", metadata.pages.count) + " · "
        + words.ago(metadata.modified.seconds),
      "state": [Self.state(metadata.state, words)], "id": metadata.id.description,
      "thumb": metadata.pages.isEmpty ? [] : [address.thumbnail(metadata.revision)],
    ]
  }

  static func state(_ state: DocumentState, _ words: Words) -> [String: Any] {
    ["word": state.rawValue, "text": words["state_\(state.rawValue)"]]
  }
}
