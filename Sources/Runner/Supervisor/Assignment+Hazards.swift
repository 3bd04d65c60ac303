import ConverterCore

/// Steps of a conversion that end its worker, such as the recognition of a page that crashes a library: the conversion is
/// begun anew without them.
extension Assignment {
  /// How many may be known of one file: more than these, and the file fails as any other does.
  private static let mostHazards = 32

  /// The same file for another worker, which leaves out the step that ended this one, if that was suspected before.
  ///
  /// - Returns: `nil` where no such step ended the worker.
  func withoutHazard(after exit: WorkerExit) -> Assignment? {
    guard !exit.isFromOutside, let innermost = openHazards.last else { return nil }
    var found = hazards
    if found.suspected.isEmpty {
      // Several threads may have been at work.
      found.suspected = Set(openHazards)
    } else if found.suspected.remove(innermost) != nil {
      found.avoided[innermost] = exit.reason
    } else {
      found.suspected.insert(innermost)
    }
    guard found.avoided.count + found.suspected.count <= Self.mostHazards else { return nil }
    return again(knowing: found)
  }
}
