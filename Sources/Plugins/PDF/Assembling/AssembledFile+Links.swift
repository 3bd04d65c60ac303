import ConverterCore

/// Links, and the names of the places that they lead to (ISO 32000-1, 12.3.2 and 12.6).
extension AssembledFile {
  /// A chain of actions that is longer is a loop.
  private static let mostActions = 100

  /// Brings the names of places together that lie on pages of the result.
  ///
  /// Where files use the same name for different places, that of the later file gets a number.
  func joinDestinations() throws(ConversionError) {
    var tree = DestinationTree()
    for part in parts {
      guard let destinations = try part.structure?.destinations else { continue }
      for (page, copy) in part.pages.sorted(by: { $0.key < $1.key }) {
        for index in destinations.byPage[page] ?? [] {
          let place = destinations.all[index]
          let new = tree.freeName(place.name.bytes)
          if let view = place.view {
            tree.add(new, page: copy, view: view)
          } else {
            tree.add(new, try explicit(place.value, page: copy, in: part))
          }
          part.names[place.name] = new
        }
      }
    }
    guard !tree.isEmpty else { return }
    names["/Dests"] = try tree.object(in: target)
  }

  /// The dictionary of all name trees of the result.
  var names: PDFObject {
    let root = target.root
    if !root.has("/Names") { root["/Names"] = target.dictionary() }
    return root["/Names"]
  }

  private func explicit(
    _ value: PDFObject, page: PDFObject, in part: SourcePart
  ) throws(ConversionError) -> PDFObject {
    let place = value.isDictionary ? value["/D"] : value
    let array = target.array([page])
    for item in place.items.dropFirst().prefix(8) {
      array.append(try part.transplant(item, to: target))
    }
    return array
  }

  /// Makes all links of annotations lead to where they led in their files.
  func settleLinks() throws(ConversionError) {
    for (part, annotation) in annotations {
      if annotation.has("/Dest") {
        if let place = try settled(annotation["/Dest"], in: part) {
          annotation["/Dest"] = place
        } else {
          annotation.removeKey("/Dest")
          lostLinks += 1
        }
      }
      if annotation.has("/A") { try settleAction("/A", of: annotation, in: part) }
      guard annotation.has("/AA") else { continue }
      let further = annotation["/AA"]
      for key in further.keys { try settleAction(key, of: further, in: part) }
    }
    guard lostLinks > 0 else { return }
    context.note(
      "links", .dropped,
      why: lostLinks == 1
        ? "1 link leads to a page that is left out: it stays, and leads nowhere"
        : "\(lostLinks) links lead to pages that are left out: they stay, and lead nowhere")
  }

  /// A destination of the result.
  ///
  /// - Parameter place: copied from `part` as it was: references to pages are right, names are old.
  /// - Returns: `nil` where it leads nowhere.
  func settled(_ place: PDFObject, in part: SourcePart) throws(ConversionError) -> PDFObject? {
    if let name = NamedDestinations.Name(place) {
      guard let new = part.names[name] else { return nil }
      return new == name.bytes && !name.isOld ? place : target.string(new)
    }
    guard place.count > 0 else { return nil }
    let first = place[0]
    if first.isDictionary { return place }
    guard let index = first.integer, let page = part.pages[index] else { return nil }
    place[0] = page
    return place
  }

  /// Settles an action of the result and those behind it.
  func settleAction(
    _ key: String, of owner: PDFObject, in part: SourcePart
  ) throws(ConversionError) {
    var (owner, key) = (owner, key)
    for _ in 0..<Self.mostActions {
      var action = owner[key]
      // Of several actions, each may be followed by others; what comes behind the first is followed.
      if action.isArray, action.count > 0 { action = action[0] }
      guard action.isDictionary else { return }
      let known = action.id.flatMap { settledActions[$0] }
      if known == true { return }
      let leads = if let known { known } else { try settle(action, in: part) }
      if let id = action.id { settledActions[id] = leads }
      if leads {
        (owner, key) = (action, "/Next")
      } else if action.has("/Next") {
        // Not to be taken for a loop when it comes again.
        lostLinks += 1
        owner[key] = action["/Next"]
      } else {
        lostLinks += 1
        return owner.removeKey(key)
      }
    }
  }

  /// - Returns: whether the action does anything.
  private func settle(_ action: PDFObject, in part: SourcePart) throws(ConversionError) -> Bool {
    switch action["/S"].name {
    case "/GoTo":
      // Structure destinations would bring the tags of all pages along.
      action.removeKey("/SD")
      guard let place = try settled(action["/D"], in: part) else { return false }
      action["/D"] = place
    case "/Thread": return false
    case "/SubmitForm", "/ResetForm":
      renameFields("/Fields", of: action, in: part)
    case "/Hide": renameFields("/T", of: action, in: part)
    default: break
    }
    return true
  }
}
