extension Detector {
  /// Why name and content disagree; `nil` when they do not.
  ///
  /// A name that is more general than the content (`.zip` for a Word document), or a special case
  /// that the content does not rule out (`.heic` for an HEIF picture of another codec), agrees.
  func mismatch(_ hint: NameHint, _ type: ContentType, _ finding: TypeFinding) -> String? {
    let lineage = catalog.lineage(of: type.id)
    for named in hint.types {
      if lineage.contains(named.id) { return nil }
      if finding.alternatives.contains(named.id) { return nil }
      // Every text may be called .txt, .conf or .log.
      if Self.looseNames.contains(named.id), lineage.contains(.text) { return nil }
      let isSpecialCase = type.id != .data && catalog.type(named.id, conformsTo: type.id)
      if isSpecialCase, !finding.refuted.contains(named.id) { return nil }
    }
    guard let named = hint.types.first else { return nil }
    switch type.id {
    case .empty:
      // A text of no characters is one.
      if hint.types.contains(where: { catalog.type($0.id, conformsTo: .text) }) { return nil }
      return "named \(hint.shown) but is empty"
    case .data: return "named \(hint.shown) but its bytes are not those of \(named.nameWithArticle)"
    default: return "named \(hint.shown) but holds \(type.nameWithArticle)"
    }
  }
}

extension Detector {
  /// Text types whose extensions say what a file is for, not how it is written.
  private static let looseNames: Set<ContentType.ID> = [.plainText, "public.ini", "public.log"]
}

extension ContentType {
  /// "a JPEG picture", "an HEIC picture".
  package var nameWithArticle: String {
    let letters = Array(name.unicodeScalars.prefix(2))
    guard let first = letters.first else { return name }
    // Abbreviations are spelled: an "aitch", an "ess", but a "you".
    let isPronounced = Self.pronounced.contains { name.hasPrefix($0) }
    let isAbbreviation =
      letters.count > 1 && letters[1].properties.isUppercase && !isPronounced
    let vowels: Set<Unicode.Scalar> =
      isAbbreviation
      ? ["A", "E", "F", "H", "I", "L", "M", "N", "O", "R", "S", "X"]
      : ["A", "E", "I", "O", "U", "a", "e", "i", "o", "u"]
    return (vowels.contains(first) ? "an " : "a ") + name
  }

  /// Abbreviations that are spoken as words.
  private static let pronounced = [
    "FASTA", "FASTQ", "FITS", "FIT ", "FLAC", "FLIC", "FLIF", "LAS ", "MATLAB", "MIDI", "RAR",
    "SAS ",
  ]
}
