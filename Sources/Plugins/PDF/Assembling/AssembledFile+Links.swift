import ConverterCore
import PDFObjects

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
          if try lost(annotation["/Dest"], in: part) == .lost { lostLinks += 1 }
          annotation.removeKey("/Dest")
        }
      }
      if annotation.has("/A") { try settleAction("/A", of: annotation, in: part) }
      try settleFurtherActions(of: annotation, in: part)
    }
    for page in pages { try settleFurtherActions(of: page.object, in: page.part) }
    guard lostLinks > 0 else { return }
    context.note(
      "links", .dropped,
      why: lostLinks == 1
        ? "1 link leads to a page that is left out: it stays, and leads nowhere"
        : "\(lostLinks) links lead to pages that are left out: they stay, and lead nowhere")
  }

  func settleFurtherActions(
    of object: PDFObject, in part: SourcePart
  ) throws(ConversionError) {
    guard object.has("/AA") else { return }
    let further = object["/AA"]
    // Names are old but once.
    if let id = further.id, !settledLists.insert(id).inserted { return }
    for key in further.keys { try settleAction(key, of: further, in: part) }
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
    var budget = Self.mostActions
    let value = owner[key]
    let kept = try settled(action: value, in: part, budget: &budget)
    if let kept, kept !== value { owner[key] = kept } else if kept == nil { owner.removeKey(key) }
  }

  /// What is left of an action or a list of them; `nil` where nothing is.
  private func settled(
    action: PDFObject, in part: SourcePart, budget: inout Int
  ) throws(ConversionError) -> PDFObject? {
    guard budget > 0 else { return action }
    budget -= 1
    if action.isArray {
      var kept: [PDFObject] = []
      for item in action.items.prefix(budget) {
        if let item = try settled(action: item, in: part, budget: &budget) { kept.append(item) }
      }
      return kept.isEmpty ? nil : target.array(kept)
    }
    guard action.isDictionary else { return action }
    let known = action.id.flatMap { settledActions[$0] }
    if known == .kept { return action }
    let aim = if let known { known } else { try settle(action, in: part) }
    if let id = action.id { settledActions[id] = aim }
    if aim == .lost { lostLinks += 1 }
    guard action.has("/Next") else { return aim == .kept ? action : nil }
    // What comes behind an action that leads nowhere takes its place.
    guard aim == .kept else {
      return try settled(action: action["/Next"], in: part, budget: &budget)
    }
    try settleNext(of: action, in: part, budget: &budget)
    return action
  }

  private func settleNext(
    of action: PDFObject, in part: SourcePart, budget: inout Int
  ) throws(ConversionError) {
    let next = action["/Next"]
    let kept = try settled(action: next, in: part, budget: &budget)
    if let kept, kept !== next {
      action["/Next"] = kept
    } else if kept == nil {
      action.removeKey("/Next")
    }
  }

  /// What became of a place that the result does not have.
  private func lost(_ place: PDFObject, in part: SourcePart) throws(ConversionError) -> Aim {
    // Nothing of it is left out.
    if part.isWhole { return .none }
    guard let structure = part.structure else { return .none }
    if let name = NamedDestinations.Name(place) {
      return try structure.destinations.page(of: name) == nil ? .none : .lost
    }
    guard place.count > 0 else { return .none }
    if let index = place[0].integer, try !(0..<structure.file.pageCount).contains(index) {
      return .none
    }
    return .lost
  }

  private func settle(_ action: PDFObject, in part: SourcePart) throws(ConversionError) -> Aim {
    switch action["/S"].name {
    case "/GoTo":
      // Structure destinations would bring the tags of all pages along.
      action.removeKey("/SD")
      guard let place = try settled(action["/D"], in: part) else {
        return try lost(action["/D"], in: part)
      }
      action["/D"] = place
    case "/Thread":
      // That of another file.
      if action.has("/F") { break }
      guard let first = part.firstThread else { return part.isWhole ? .none : .lost }
      if let index = action["/D"].integer { action["/D"] = target.integer(index &+ first) }
    case "/GoToE":
      // A file that is attached to this one.
      let place = action["/T"]
      if !action.has("/F"), place["/R"].name == "/C", let name = place["/N"].string,
        let new = part.attachments[name]
      {
        place["/N"] = target.string(new)
      }
    case "/SubmitForm", "/ResetForm":
      renameFields("/Fields", of: action, in: part)
    case "/Hide": renameFields("/T", of: action, in: part)
    default: break
    }
    return .kept
  }
}
