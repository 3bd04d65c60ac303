/// Steps of a conversion that may end its process, as libraries do that crash or hang on what they are given: which of
/// them did, in earlier attempts.
package struct Hazards: Sendable, Equatable {
  /// Steps that are not tried again, each with what became of the process.
  package var avoided: [String: String] = [:]
  /// Steps during which a process ended once; nothing else is done meanwhile, so that it is known which one it is.
  package var suspected: Set<String> = []

  package init() {}
}

/// The hazards of one conversion, and who hears of each step before it begins.
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
  /// Of steps within steps it is the innermost that is to blame.
  ///
  /// - Parameter name: the same in each attempt, and no other step's at a time: "words of page 3".
  /// - Throws: what `body` throws; `decoderCrashed`, with what became of the process, for a step that ended it.
  public func hazard<T>(
    _ name: String, _ body: () throws(ConversionError) -> T
  ) throws(ConversionError) -> T {
    guard let hazards else { return try body() }
    return try hazards.run(name, body)
  }
}
