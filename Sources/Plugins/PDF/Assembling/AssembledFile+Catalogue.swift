import ConverterCore
import PDFObjects

/// What belongs to a file as a whole (ISO 32000-1, 7.7.2).
extension AssembledFile {
  /// Attachments of files that are there as a whole.
  func joinAttachments() throws(ConversionError) {
    var all: [[UInt8]: PDFObject] = [:]
    var associated: [PDFObject] = []
    var dropped = 0
    for part in parts {
      guard let structure = part.structure else { continue }
      let root = structure.file.root
      let tree = root["/Names"]["/EmbeddedFiles"]
      guard tree.isDictionary || root.has("/AF") else { continue }
      let entries = try tree.treeEntries(.names, limits: context.limits)
      guard part.isWhole else {
        dropped += entries.count
        continue
      }
      for (key, value) in entries {
        guard let name = key.string else { continue }
        let copy = try part.transplant(value, to: target)
        let new = Self.free(name, in: all)
        if new != name {
          rename(copy, from: name, to: new)
          part.attachments[name] = new
        }
        all[new] = copy
      }
      for file in root["/AF"].items { associated.append(try part.transplant(file, to: target)) }
    }
    if !all.isEmpty { names["/EmbeddedFiles"] = target.nameTree(all) }
    if !associated.isEmpty { target.root["/AF"] = target.array(associated) }
    if dropped > 0 {
      context.note(
        "attachments", .dropped,
        why:
          "\(dropped) \(dropped == 1 ? "belongs" : "belong") to the document as a whole, of which "
          + "this is a part")
    }
  }

  /// The name, with a number before its extension where it is taken.
  private static func free(_ name: [UInt8], in taken: [[UInt8]: PDFObject]) -> [UInt8] {
    var new = name
    var number = 2
    // Names in UTF-16 get theirs at the end, in the same encoding.
    let isWide = name.starts(with: [0xFE, 0xFF])
    let dot = isWide ? nil : name.lastIndex(of: UInt8(ascii: "."))
    while taken[new] != nil {
      let suffix = "_\(number)".utf8.reduce(into: [UInt8]()) { $0 += isWide ? [0, $1] : [$1] }
      new = name
      new.insert(contentsOf: suffix, at: dot ?? name.endIndex)
      number += 1
    }
    return new
  }

  private func rename(_ specification: PDFObject, from old: [UInt8], to new: [UInt8]) {
    for key in ["/F", "/UF"] where specification[key].string == old {
      specification[key] = target.string(new)
    }
    context.note(
      "attachments", .changed,
      why: "the name \(target.string(old).text?.printable ?? "") was taken: "
        + "\(target.string(new).text?.printable ?? "")")
  }

  /// What the result as a whole says of itself: what the first file says.
  func joinCatalogues() throws(ConversionError) {
    guard let first = parts.first(where: { $0.structure != nil }),
      let source = first.structure?.file
    else { return }
    let (root, own) = (target.root, source.root)
    for key in [
      "/Lang", "/ViewerPreferences", "/PageLayout", "/PageMode", "/Metadata", "/URI",
    ]
    where own.has(key) {
      root[key] = try first.transplant(own[key], to: target)
    }
    try joinOutputIntents()
    if source.trailer.has("/Info") {
      let information = try first.transplant(source.trailer["/Info"], to: target)
      target.trailer["/Info"] = information.id == nil ? target.indirect(information) : information
    }
    try settleConformance()
    if isMerged {
      noteDifferences()
    } else {
      try keepBehaviour(of: first)
    }
  }

  /// Only what all files say they follow can be said of the result.
  private func settleConformance() throws(ConversionError) {
    guard isMerged else { return }
    let claims = parts.map { part in part.structure.flatMap { Conformance(of: $0.file) } }
    guard claims.contains(where: { $0 != nil }) else { return }
    let first = claims[0]
    let follow = first != nil && claims.allSatisfy { $0?.part == first?.part }
    if follow, try agreesOnColours { return }
    try Conformance.dropClaims([.archiving], from: target)
    context.note(
      "PDF/A", .dropped,
      why: follow
        ? "not all files mean their colours for the same output"
        : "not all files follow the same part of it")
  }

  /// What a file does when it is opened, and what it asks of viewers.
  private func keepBehaviour(of part: SourcePart) throws(ConversionError) {
    guard let own = part.root else { return }
    if own.has("/OpenAction") {
      let holder = target.indirect(target.dictionary())
      let value = try part.transplant(own["/OpenAction"], to: target)
      if value.isArray {
        if let place = try settled(value, in: part) { target.root["/OpenAction"] = place }
      } else if value.isDictionary {
        holder["/A"] = value
        try settleAction("/A", of: holder, in: part)
        if holder.has("/A") { target.root["/OpenAction"] = holder["/A"] }
      }
    }
    if own.has("/AA") {
      target.root["/AA"] = try part.transplant(own["/AA"], to: target)
      try settleFurtherActions(of: target.root, in: part)
    }
    guard part.isWhole else {
      if own["/Names"].has("/JavaScript") { noteScripts() }
      if own.has("/Collection") { noteCollection() }
      return
    }
    if own["/Names"].has("/JavaScript") {
      names["/JavaScript"] = try part.transplant(own["/Names"]["/JavaScript"], to: target)
    }
    for key in ["/Collection", "/Extensions"] where own.has(key) {
      target.root[key] = try part.transplant(own[key], to: target)
    }
  }

  private func noteScripts() {
    context.note(
      "scripts", .dropped,
      why: "those of a document as a whole could not do in this file what they did")
  }

  private func noteDifferences() {
    let documents = parts.compactMap(\.root)
    if documents.contains(where: { $0.has("/OpenAction") || $0.has("/AA") }) {
      context.note(
        "openAction", .dropped, why: "what one file does when it is opened is not for all")
    }
    if documents.contains(where: { $0["/Names"].has("/JavaScript") }) { noteScripts() }
    let further = documents.dropFirst()
    if further.contains(where: { $0.has("/Metadata") })
      || parts.dropFirst().contains(where: {
        $0.structure?.file.trailer.has("/Info") == true
      })
    {
      context.note(
        "metadata", .changed, why: "title, author and the like are those of the first file")
    }
    if further.contains(where: { $0.has("/ViewerPreferences") }) {
      context.note("viewerPreferences", .changed, why: "they are those of the first file")
    }
    if documents.contains(where: { $0.has("/Collection") }) { noteCollection() }
  }

  private func noteCollection() {
    context.note(
      "collection", .dropped, why: "how a portfolio shows its attachments is said of one file alone"
    )
  }
}
