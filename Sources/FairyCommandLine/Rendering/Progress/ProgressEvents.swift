import ConverterCore

/// JSON objects on standard error, one a second at most, for programs.
final class ProgressEvents: ProgressDisplay {
  private var meter: ProgressMeter
  private var lastSent = ContinuousClock.now

  init(_ meter: ProgressMeter) {
    self.meter = meter
  }

  func update(_ index: Int, _ fraction: Double) {
    meter.update(index, fraction)
    sendIfDue()
  }

  func finish(_ index: Int, _ outcome: Outcome, _ body: () -> Void) {
    meter.finish(index, outcome)
    body()
    sendIfDue()
  }

  func interrupt(_ body: () -> Void) { body() }
  func close() {}

  private func sendIfDue() {
    guard ContinuousClock.now - lastSent > .seconds(1) else { return }
    lastSent = .now
    Console.standard.note(meter.event.description)
  }
}

extension ProgressMeter {
  fileprivate var event: JSONValue {
    var members: [JSONValue.Member] = [
      .init("event", .string("progress")), .init("fraction", .rounded(fraction)),
      .init("files", .integer(finishedFiles)), .init("filesTotal", .integer(files)),
      .init("bytes", .integer(finishedBytes)), .init("bytesTotal", .integer(bytes)),
      .init("bytesPerSecond", .integer(rate)),
    ]
    if let left = secondsLeft { members.append(.init("secondsLeft", .rounded(left))) }
    return .object(members)
  }
}

extension Tally {
  /// The last event of a run.
  func json(total: Int, duration: Duration) -> JSONValue {
    let codes = sortedFailures.map { JSONValue.Member($0.key.rawValue, .integer($0.value)) }
    return .object([
      .init("event", .string("summary")), .init("files", .integer(total)),
      .init("done", .integer(done)), .init("skipped", .integer(skipped)),
      .init("doneBefore", .integer(doneBefore)), .init("failed", .integer(failures)),
      .init("failures", .object(codes)), .init("bytesIn", .integer(bytesIn)),
      .init("bytesOut", .integer(bytesOut)), .init("seconds", .rounded(duration.seconds)),
    ])
  }
}

extension JSONValue {
  /// To three digits after the point.
  fileprivate static func rounded(_ value: Double) -> JSONValue {
    .number((value * 1000).rounded() / 1000)
  }
}
