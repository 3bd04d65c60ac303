/// The steps of a conversion that ended its process in earlier attempts, such as calls of libraries that crash or hang.
package struct Hazards: Sendable, Equatable {
  /// Steps that are not tried again, each with how the process ended.
  package var avoided: [String: String] = [:]
  /// Steps during which a process ended once; they run alone from then on, so that it is known which one ends it.
  package var suspected: Set<String> = []

  package init() {}
}

/// The hazards of one conversion, and the receiver that is told of each step before it begins.
package struct HazardLog: Sendable {
  private let known: Hazards
  private let tell: @Sendable (String, Bool) -> Void

  /// - Parameter tell: is given the name of a step and whether it is over, from any thread.
  package init(_ known: Hazards, tell: @escaping @Sendable (String, Bool) -> Void) {
    (self.known, self.tell) = (known, tell)
  }

  fileprivate func run<T>(
    _ name: String, _ body: () throws(ConversionError) -> T
  ) throws(ConversionError) -> T {
    if let reason = known.avoided[name] { throw ConversionError(.decoderCrashed, reason) }
    tell(name, false)
    defer { tell(name, true) }
    return try body()
  }
}

extension ConversionContext {
  /// Does a step that may end the process: where it did so twice, the conversion is begun anew without it.
  ///
  /// Of nested steps the innermost counts as the cause.
  ///
  /// - Parameters:
  ///   - name: the same in each attempt, and no other step's at a time: "words of page 3".
  ///   - body: the step.
  /// - Throws: what `body` throws; `decoderCrashed`, with how the process ended, for a step that ended it.
  public func hazard<T>(
    _ name: String, _ body: () throws(ConversionError) -> T
  ) throws(ConversionError) -> T {
    guard let hazards else { return try body() }
    return try hazards.run(name, body)
  }
}
