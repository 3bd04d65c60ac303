import ConverterCore
import SystemPackage

/// The jobs of a source, some of them read ahead, so that it is known when files get fewer than cores, and which of them are
/// wanted first.
struct JobQueue<Source: JobSource> {
  private var source: Source
  private let lookahead: Int
  private var jobs: [Job] = []
  private var handedOut = 0
  private var hasEnded = false
  private var cancellations: [Cancellation] = []
  private var viewOrders: [ViewOrder] = []
  /// Whether nothing more is read of the source for the moment.
  var isHeld = false

  /// Jobs that are no longer wanted.
  struct Cancellation {
    let id: JSONValue
    /// Those of them that were not handed out, with the numbers that they get all the same.
    let waiting: [(index: Int, job: Job)]
  }

  private static var mostViewOrders: Int { 256 }

  /// What the source is waiting for.
  private(set) var descriptor: FileDescriptor?
  /// Why the source broke down; what it gave before is done all the same.
  private(set) var failure: ConversionError?

  init(_ source: Source, lookahead: Int) {
    self.source = source
    self.lookahead = lookahead
  }

  var isAtEnd: Bool { hasEnded && jobs.isEmpty }
  /// Whether it has cancellations or orders of views that were not taken yet: to ask for a job reads on, too.
  var hasOrders: Bool { !cancellations.isEmpty || !viewOrders.isEmpty }
  /// How many jobs are known and not handed out.
  var waiting: Int { jobs.count }

  /// The next job and its number; `nil` when there is none, or none yet.
  mutating func next() -> (index: Int, job: Job)? {
    fill()
    // The first of those with the highest priority.
    guard let first = jobs.indices.max(by: { jobs[$0].priority < jobs[$1].priority }) else {
      return nil
    }
    return numbered(jobs.remove(at: first))
  }

  private mutating func numbered(_ job: Job) -> (index: Int, job: Job) {
    defer { handedOut += 1 }
    return (handedOut, job)
  }

  /// What is no longer wanted since this was asked last.
  mutating func takeCancellations() -> [Cancellation] {
    defer { cancellations = [] }
    return cancellations
  }

  /// What was said of views since this was asked last.
  mutating func takeViewOrders() -> [ViewOrder] {
    defer { viewOrders = [] }
    return viewOrders
  }

  private mutating func cancel(_ id: JSONValue) {
    let unwanted = jobs.filter { $0.id == id }
    jobs.removeAll { $0.id == id }
    cancellations.append(Cancellation(id: id, waiting: unwanted.map { numbered($0) }))
  }

  /// Reads as much of the source as it has, and there is room for.
  mutating func fill() {
    descriptor = nil
    while !hasEnded, !isHeld, jobs.count <= lookahead, viewOrders.count < Self.mostViewOrders {
      do throws(ConversionError) {
        switch try source.next() {
        case .job(let job): jobs.append(job)
        case .cancel(let id): cancel(id)
        case .view(let order): viewOrders.append(order)
        case .end: hasEnded = true
        case .wait(let descriptor):
          self.descriptor = descriptor
          return
        }
      } catch {
        failure = error
        hasEnded = true
      }
    }
  }
}
