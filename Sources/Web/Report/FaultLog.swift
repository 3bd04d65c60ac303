import ConverterCore
import Synchronization

/// The last errors that pages have shown, for a report of a problem. They are kept in memory alone.
final class FaultLog: Sendable {
  struct Fault: Sendable {
    /// In seconds since 1970.
    let time: Int
    let code: String
    let message: String
    /// Names that may stand in the message.
    let names: [String]
  }

  private let state = Mutex<[Fault]>([])
  private static let mostKept = 20

  func add(_ error: ConversionError) {
    let names = error.file.map { [$0.lossyText] } ?? []
    state.withLock { faults in
      faults.append(
        Fault(
          time: Clock.seconds, code: error.code.rawValue, message: error.message, names: names))
      faults.removeFirst(max(0, faults.count - Self.mostKept))
    }
  }

  /// The oldest first.
  var all: [Fault] { state.withLock { $0 } }
}
