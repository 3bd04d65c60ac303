/// How the pictures of an animation follow each other.
///
/// The pictures themselves come one by one, each whole, by ``PixelDemand/frame``.
public struct Animation: Sendable, Equatable {
  /// How long each picture is shown, in microseconds; 0 for as short as can be.
  public var durations: [Int]
  /// How often the whole is shown; 0 for without end.
  public var repetitions: Int

  public init(durations: [Int], repetitions: Int = 0) {
    self.durations = durations
    self.repetitions = repetitions
  }

  /// In microseconds, once.
  public var duration: Int {
    durations.reduce(0) { sum, next in
      let (total, isOverflow) = sum.addingReportingOverflow(next)
      return isOverflow ? .max : total
    }
  }
}
