/// What a probe makes of a file's bytes.
package struct TypeFinding {
  let evidence: Detection.Evidence
  /// Types that are made of the same bytes: only a name can tell them apart.
  var alternatives: [ContentType.ID] = []
  /// Types that the bytes rule out although they are special cases of the type found.
  var refuted: [ContentType.ID] = []
  /// `false` where the bytes distinguish all special cases already.
  var nameMaySpecialise = true

  package init(
    _ source: Detection.Evidence.Source, _ type: ContentType.ID, _ confidence: Double,
    _ observation: String
  ) {
    evidence = Detection.Evidence(source, type, confidence: confidence, observation)
  }

  var type: ContentType.ID { evidence.type }
  var confidence: Double { evidence.confidence }

  /// The same finding where a name may also mean one of `types`.
  package func or(_ types: [ContentType.ID]) -> TypeFinding {
    var copy = self
    copy.alternatives += types
    return copy
  }

  /// The same finding, which rules out `types`.
  func ruling(out types: [ContentType.ID]) -> TypeFinding {
    var copy = self
    copy.refuted += types
    return copy
  }
}

/// Looks for one family of types.
package protocol FileProbe: SendableMetatype {
  /// The types that this probe would recognise, were the file one of them.
  static var types: [ContentType.ID] { get }

  /// Whether the short beginning of any file is enough for it; by default it is asked about those that nothing there
  /// gave away.
  static var isForBeginnings: Bool { get }

  /// Nothing when the bytes are not of the family.
  ///
  /// - Throws: `readFailed` only; bytes that break a format's rules are no finding, not an error.
  static func examine(_ sample: FileSample) throws(ConversionError) -> [TypeFinding]
}

extension FileProbe {
  package static var isForBeginnings: Bool { false }
}
