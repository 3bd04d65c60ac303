import ConverterCore
import Synchronization

/// Tells the supervisor how far a conversion is, ten times a second at most.
final class ProgressMessages: Sendable {
  private let channel: Channel
  private let next = Mutex(ContinuousClock.now + .milliseconds(100))

  init(_ channel: Channel) {
    self.channel = channel
  }

  /// - Parameter fraction: 0…1; any thread may call it.
  func send(_ fraction: Double) {
    let now = ContinuousClock.now
    let isDue = next.withLock { next in
      guard now >= next else { return false }
      next = now + .milliseconds(100)
      return true
    }
    if isDue { channel.send(WorkerMessage.progress(fraction).json) }
  }
}
