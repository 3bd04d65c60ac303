import ConverterCore
import Runner

/// Tells the web process how its requests go.
final class BrokerReport: RunObserver {
  private let lines: BrokerLines
  private let note: (String) -> Void

  /// - Parameter note: told what concerns the whole service.
  init(_ lines: BrokerLines, note: @escaping (String) -> Void) {
    (self.lines, self.note) = (lines, note)
  }

  func started(_: Int, _: Request) {}

  func progressed(_: Int, _ job: Job, _ fraction: Double) {
    guard job.reportsProgress else { return }
    answer(job.id, .init("progress", .number((fraction * 1000).rounded() / 1000)))
  }

  func cancelled(_ id: JSONValue, count: Int) { answer(id, .init("cancelled", .integer(count))) }

  func viewed(_ answer: JSONValue) { send(answer) }

  func finished(_: Int, _ job: Job, _ outcome: Outcome) {
    var outcome = outcome
    outcome.outputs = outcome.outputs.map(lines.name(ofOutput:))
    send(outcome.json(id: job.id))
  }

  func noted(_ text: String) { note(text) }

  private func answer(_ id: JSONValue?, _ member: JSONValue.Member) {
    send(.object(id.map { [.init("id", $0), member] } ?? [member]))
  }

  /// Where the web process is gone, its requests have ended, too.
  private func send(_ line: JSONValue) { lines.channel.send(line) }
}
