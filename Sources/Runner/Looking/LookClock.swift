import ConverterCore

/// How long a look, or the answer to a question, may take, and may be silent.
struct LookClock {
  private let limits: Limits
  private var began = SuspendingClock.now
  private var lastActivity = SuspendingClock.now

  /// How long a worker may take beyond a limit that it watches itself.
  private static let grace = Duration.seconds(1)

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Counts from now on: what was shown before had nobody to be shown to.
  mutating func begin() {
    began = .now
    lastActivity = .now
  }

  /// The worker sent something.
  mutating func noteActivity() { lastActivity = .now }

  /// Does not count a time in which the worker waited for somebody else.
  mutating func wasHeldUp(for duration: Duration) {
    began += duration
    lastActivity += duration
  }

  /// Whether there is time for another attempt.
  var hasTimeLeft: Bool { .now - began < .seconds(limits.seconds) }

  /// When the worker is to be killed, and why.
  private var deadline: (instant: SuspendingClock.Instant, killReason: WorkerExit.KillReason) {
    let whole = began + .seconds(limits.seconds) + Self.grace
    let stall = lastActivity + .seconds(limits.stall) + Self.grace
    return stall < whole ? (stall, .stalled) : (whole, .tookTooLong)
  }

  /// How long it may take until the worker is late.
  var timeLeft: Duration { max(.zero, deadline.instant - .now) }

  /// Why the worker is to be killed now.
  var killReason: WorkerExit.KillReason? {
    let deadline = deadline
    return deadline.instant <= .now ? deadline.killReason : nil
  }

  /// Waits no longer than until the worker is late.
  ///
  /// - Parameters:
  ///   - longest: when to look even if nobody is late.
  ///   - wait: gets milliseconds.
  mutating func sleep(atMost longest: Duration?, _ wait: (Int32) -> Void) {
    let waitStart = SuspendingClock.now
    let late = max(.zero, deadline.instant - waitStart)
    let left = min(late, longest ?? late)
    wait(left.wholeMilliseconds)
    // A wait that took longer was stopped (Ctrl-Z), and so were the workers: that time is not counted as theirs.
    let timeStopped = .now - waitStart - left
    if timeStopped > .seconds(1) { wasHeldUp(for: timeStopped) }
  }
}
