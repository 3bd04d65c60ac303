import ConverterCore
import SystemPackage

/// The jobs of a source, a few of them read ahead, so that it is known when files get fewer than cores.
struct JobQueue<Source: JobSource> {
  private var source: Source
  private let lookahead: Int
  private var jobs: [Job] = []
  private var handedOut = 0
  private var hasEnded = false

  /// What the source is waiting for.
  private(set) var descriptor: FileDescriptor?
  /// Why the source broke down; what it gave before is done all the same.
  private(set) var failure: ConversionError?

  init(_ source: Source, lookahead: Int) {
    self.source = source
    self.lookahead = lookahead
  }

  var isAtEnd: Bool { hasEnded && jobs.isEmpty }
  /// How many jobs are known and not handed out.
  var waiting: Int { jobs.count }

  /// The next job and its number; `nil` when there is none, or none yet.
  mutating func next() -> (index: Int, job: Job)? {
    fill()
    guard !jobs.isEmpty else { return nil }
    defer { handedOut += 1 }
    return (handedOut, jobs.removeFirst())
  }

  private mutating func fill() {
    descriptor = nil
    while !hasEnded, jobs.count <= lookahead {
      do throws(ConversionError) {
        switch try source.next() {
        case .job(let job): jobs.append(job)
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
