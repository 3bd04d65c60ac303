extension Detector {
  /// Weighs what was found in the bytes against the name.
  ///
  /// - Parameter unlisted: the type of the first finding, if the catalog does not have it.
  func judge(_ findings: [TypeFinding], _ hint: NameHint?, unlisted: ContentType? = nil)
    -> Detection
  {
    // More bytes that agree weigh more, and the order of probes decides among equals.
    let ranked = findings.enumerated().sorted {
      ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset)
    }.map(\.element)
    let best =
      ranked.first
      ?? TypeFinding(.structure, .data, 0.1, "neither text nor a signature that is known")
    let named = hint.flatMap { special(case: best, of: ranked, $0) }
    let agrees = named != nil || hint?.types.contains { $0.id == best.type } ?? false
    let type = named ?? best.type
    let evidence =
      ranked.map(\.evidence)
      + [nameEvidence(hint, for: type, agrees: agrees)]
      .compactMap { $0 }
    let listed =
      unlisted ?? catalog[type] ?? catalog[.data]
      ?? ContentType(.data, "file", conformsTo: [], mediaTypes: ["application/octet-stream"])
    return Detection(
      type: listed,
      confidence: agrees ? confidence(ofNameOn: best) : best.confidence,
      evidence: order(evidence, by: type),
      mismatch: hint.flatMap { mismatch($0, listed, best) })
  }

  /// The type that the name makes of the best finding; `nil` if it adds nothing.
  private func special(case best: TypeFinding, of ranked: [TypeFinding], _ hint: NameHint)
    -> ContentType.ID?
  {
    let names = hint.types.map(\.id)
    if names.contains(best.type) { return nil }
    if best.type == .data {
      return names.first { isUnmarked($0) } ?? names.first { Self.isExplainedByReader($0) }
    }
    if best.type == .empty { return nil }
    if let other = names.first(where: best.alternatives.contains) { return other }
    if best.nameMaySpecialise,
      let special = names.first(where: {
        catalog.type($0, conformsTo: best.type) && !isRefuted($0, by: best)
      })
    {
      return special
    }
    // A guess at the structure of text gives way to a name that says more than "text".
    let isGuess = best.confidence < Self.certainty && catalog.type(best.type, conformsTo: .text)
    guard isGuess else { return nil }
    // A table drawn with bars in a .txt file is a drawing, unless it is a very regular one.
    if names.contains(.plainText), best.confidence < 0.8 { return .plainText }
    return names.first {
      $0 != .plainText && catalog.type($0, conformsTo: .text) && !isRefutedAsText($0, ranked)
    }
  }

  /// From here on content overrules a name: below are tables guessed from commas, and scripts.
  private static let certainty = 0.85

  /// Whether a file of this type may have nothing in its bytes that would show it.
  private func isUnmarked(_ type: ContentType.ID) -> Bool {
    !isRecognisable(type) && !catalog.type(type, conformsTo: .text)
      && !catalog.type(type, conformsTo: "public.zip-archive")
  }

  /// Text formats whose readers say where bytes are none of theirs, which helps more than that they are of no
  /// known kind.
  private static func isExplainedByReader(_ type: ContentType.ID) -> Bool {
    [
      "public.json", "public.ndjson", "public.geojson", "org.json5.json5", "com.microsoft.jsonc",
      "public.yaml", "public.toml",
    ].contains(type)
  }

  private func isRefuted(_ type: ContentType.ID, by finding: TypeFinding) -> Bool {
    !finding.refuted.isEmpty
      && catalog.lineage(of: type).contains { ancestor in
        ancestor != finding.type && finding.refuted.contains(ancestor)
      }
  }

  private func isRefutedAsText(_ type: ContentType.ID, _ ranked: [TypeFinding]) -> Bool {
    ranked.contains { $0.type == .plainText && isRefuted(type, by: $0) }
  }

  /// A name that agrees makes a guess surer, and leaves a certainty as it is.
  private func confidence(ofNameOn best: TypeFinding) -> Double {
    guard best.type != .data else { return 0.3 }
    let surer = max(best.confidence, min(best.confidence, 0.85) + 0.1)
    return (surer * 1000).rounded() / 1000
  }

  private func nameEvidence(_ hint: NameHint?, for type: ContentType.ID, agrees: Bool)
    -> Detection.Evidence?
  {
    guard let hint, let first = hint.types.first else { return nil }
    let agreeing = hint.types.first { $0.id == type } ?? first
    return Detection.Evidence(
      .name, agreeing.id, confidence: agrees ? 0.5 : 0.3, "named \(hint.shown)")
  }

  /// What speaks for the type first; the order within is that of confidence.
  private func order(_ evidence: [Detection.Evidence], by type: ContentType.ID)
    -> [Detection.Evidence]
  {
    let lineage = catalog.lineage(of: type)
    return evidence.filter { lineage.contains($0.type) }
      + evidence.filter { !lineage.contains($0.type) }
  }
}
