import Synchronization

/// How far a conversion is, and when it has to stop.
final class Progress: Sendable {
  let cancellation: Cancellation
  let deadline: ContinuousClock.Instant
  /// The time that was spent waiting for the reader of standard output.
  let waiting: WaitingTime
  private let limits: Limits
  private let report: (@Sendable (Double) -> Void)?
  /// The fraction done that was reported last, and when a heartbeat is due after it.
  private let reported = Mutex((fraction: 0.0, due: ContinuousClock.now))
  /// The part of the whole that is worked on: fractions done are of it.
  private let portion = Mutex((start: 0.0, length: 1.0))

  /// - Parameters:
  ///   - deadline: `nil` for as long from now as `limits` say.
  ///   - report: called with the fraction done, from any thread of the conversion.
  init(
    within limits: Limits, until deadline: ContinuousClock.Instant?, waiting: WaitingTime,
    cancellation: Cancellation, report: (@Sendable (Double) -> Void)?
  ) {
    self.cancellation = cancellation
    self.deadline = deadline ?? .now + .seconds(limits.seconds)
    self.waiting = waiting
    self.limits = limits
    self.report = report
  }

  /// Whether anybody hears of it.
  var isReported: Bool { report != nil }
  /// The time until ``check(_:)`` throws; negative afterwards.
  var timeLeft: Duration { deadline - .now + waiting.total }

  /// Takes over how far another one is.
  func goOn(from other: Progress) {
    let fraction = other.reported.withLock { $0.fraction }
    reported.withLock { $0.fraction = fraction }
  }

  /// - Parameter fraction: how much is done; without it a heartbeat is sent.
  /// - Throws: `interrupted`, `limitExceeded`.
  func check(_ fraction: Double?) throws(ConversionError) {
    if cancellation.isCancelled {
      throw ConversionError(.interrupted, "stopped before it was finished; nothing was written")
    }
    // This is called for each row of a picture: what was waited for is added up only when it matters.
    let now = ContinuousClock.now
    if deadline < now, timeLeft < .zero {
      throw ConversionError.exceeding(
        .init(.seconds, of: limits),
        "took longer than its limit of \(limits.seconds) s; raise it with --limit seconds=\(limits.seconds * 4)"
      )
    }
    if let fraction {
      reported.withLock { $0.fraction = fraction }
      tell(fraction)
    } else {
      sendHeartbeat(at: now)
    }
  }

  /// Sends a heartbeat unless the last was sent just now.
  func sendHeartbeat(at now: ContinuousClock.Instant = .now) {
    guard report != nil else { return }
    let fraction: Double? = reported.withLock { reported in
      guard now >= reported.due else { return nil }
      reported.due = now + .milliseconds(50)
      return reported.fraction
    }
    if let fraction { tell(fraction) }
  }

  /// - Parameters:
  ///   - start: the fraction of the whole that is done, 0…1.
  ///   - length: what the part adds to it.
  func beginPortion(at start: Double, length: Double) {
    portion.withLock { $0 = (start, length) }
    reported.withLock { $0.fraction = 0 }
    tell(0)
  }

  /// Makes what follows a part of the whole, not of a portion.
  func endPortion() { portion.withLock { $0 = (0, 1) } }

  /// Reports a fraction of the portion that is worked on.
  func tell(_ fraction: Double) {
    let (start, length) = portion.withLock { $0 }
    report?(start + length * fraction)
  }
}
