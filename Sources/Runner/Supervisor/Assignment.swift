import ConverterCore
import SystemPackage

/// A file that a worker has in hand.
struct Assignment {
  let index: Int
  let job: Job
  var request: Request
  /// What the journal knows it by.
  let key: JournalKey?
  let input: InputFile
  /// 1, or 2 when a worker died over it.
  let attempt: Int
  /// How the first attempt ended.
  let firstDeath: Death?
  let began = ContinuousClock.now
  /// When the worker last said that it is getting on.
  var lastSign = ContinuousClock.now
  /// Made for the worker, in the order in which it asked.
  var outputs: [OutputFile] = []

  init(
    _ index: Int, _ job: Job, _ request: Request, key: JournalKey?, input: InputFile,
    attempt: Int = 1, firstDeath: Death? = nil
  ) {
    self.index = index
    self.job = job
    self.request = request
    self.key = key
    self.input = input
    self.attempt = attempt
    self.firstDeath = firstDeath
  }

  /// The same file for another worker.
  func again(after death: Death) -> Assignment {
    Assignment(
      index, job, request, key: key, input: input, attempt: attempt + 1, firstDeath: death)
  }

  /// How long a worker may take beyond the limit, which it watches itself, before it counts as stuck.
  private static let grace = Duration.seconds(5)

  /// When the worker is to be killed, and why.
  var deadline: (instant: ContinuousClock.Instant, verdict: Death.Verdict) {
    let whole = began + .seconds(request.limits.seconds) + Self.grace
    let sign = lastSign + .seconds(request.limits.stall)
    return sign < whole ? (sign, .stalled) : (whole, .tookTooLong)
  }

  func outcome(_ status: Outcome.Status) -> Outcome {
    var outcome = Outcome(status, input: request.input)
    outcome.target = request.target
    outcome.bytesIn = input.byteCount
    outcome.duration = .now - began
    return outcome
  }
}
