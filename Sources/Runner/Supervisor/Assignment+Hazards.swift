import ConverterCore

/// Steps of a conversion that end its worker, such as the recognition of a page that crashes a library: the conversion is
/// begun anew without them.
extension Assignment {
  /// How many may be known of one file: more than these, and the file fails as any other does.
  private static let mostHazards = 32

  /// The same file for another worker, which tries what this one died of alone, or not at all if it was alone already.
  ///
  /// - Returns: `nil` where the worker died of something else.
  func withoutHazard(after death: Death) -> Assignment? {
    guard !death.isFromOutside, !openHazards.isEmpty else { return nil }
    var found = hazards
    let guilty = openHazards.intersection(found.suspected)
    if guilty.isEmpty { found.suspected.formUnion(openHazards) }
    for step in guilty {
      found.suspected.remove(step)
      found.avoided[step] = death.reason
    }
    guard found.avoided.count + found.suspected.count <= Self.mostHazards else { return nil }
    return again(knowing: found)
  }
}
