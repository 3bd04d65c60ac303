internal import ConverterCore

extension MetadataPass {
  /// What becomes of the other pictures in the file.
  var companions: [LedgerEntry] {
    var entries = [
      gainMapEntry, entry("depth", .depth), entry("images", .image),
      entry("auxiliary", .auxiliary),
    ].compactMap { $0 }
    if facts.frames > 1, holdsAnimations, facts.animation != nil {
      entries.append(LedgerEntry("frames", .kept))
    } else if facts.frames > 1 {
      entries.append(
        LedgerEntry("frames", .dropped, why: "one of \(facts.frames) pictures is converted"))
    } else if let frames = entry("frames", .frames) {
      entries.append(frames)
    }
    return entries
  }

  private var gainMapEntry: LedgerEntry? {
    let ownFile = hasSibling(.gainmap) && writesAllImages
    switch gainMap {
    case .absent: return nil
    case .kept:
      return LedgerEntry(
        "gainmap", .kept, why: ownFile ? "in the picture, and as a file of its own" : nil)
    case .dropped(let reason):
      if ownFile { return LedgerEntry("gainmap", .kept, why: "as a file of its own") }
      let hint = hasSibling(.gainmap) ? "; --set images=all writes it as a file of its own" : ""
      return LedgerEntry("gainmap", .dropped, why: reason + hint)
    }
  }

  private func entry(_ what: String, _ kind: PictureFacts.Companion.Kind) -> LedgerEntry? {
    guard facts.companions.contains(where: { $0.kind == kind }) else { return nil }
    if staysWhole { return LedgerEntry(what, .kept) }
    guard hasSibling(kind) else { return LedgerEntry(what, .dropped, why: doesNotCarry) }
    if writesAllImages {
      return LedgerEntry(what, .kept, why: "as a file of its own")
    }
    return LedgerEntry(
      what, .dropped, why: "\(doesNotCarry); --set images=all writes it as a file of its own")
  }

  /// Siblings are named by what they are (`depth`, `gainmap`), further images by their number.
  private func hasSibling(_ kind: PictureFacts.Companion.Kind) -> Bool {
    siblingNames.contains { name in
      kind == .image ? name.first?.isNumber ?? false : name.hasPrefix(kind.rawValue)
    }
  }
}
