/// By what files of the types that plugins bring are known.
public struct ContentMarks: Sendable {
  var signatures: [Signature] = []
  var probes: [any FileProbe.Type] = []
  var textProbes: [any TextProbe.Type] = []
  var brandProbes: [any BrandProbe.Type] = []

  /// Nothing is known.
  public init() {}

  /// Whether the bytes would have shown a file of this type.
  func show(_ type: ContentType.ID) -> Bool {
    signatures.contains { $0.type == type && $0.isAlwaysThere }
      || probes.contains { $0.types.contains(type) }
      || brandProbes.contains { $0.types.contains(type) }
  }
}

extension Registry {
  /// Adds what looks for files that nothing at their beginning gave away.
  package mutating func add(_ probe: any FileProbe.Type) { marks.probes.append(probe) }

  /// Adds what looks for texts of a family; it is asked before anything is guessed.
  package mutating func add(_ probe: any TextProbe.Type) { marks.textProbes.append(probe) }

  /// Adds what knows brands of ISO base media files.
  package mutating func add(_ probe: any BrandProbe.Type) { marks.brandProbes.append(probe) }
}
