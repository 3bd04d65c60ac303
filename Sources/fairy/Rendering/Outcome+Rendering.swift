import ConverterCore

extension Outcome {
  /// One line for people; `nil` for a failure, which is reported as an error.
  func line(_ style: Style) -> String? {
    let name = input.display
    switch status {
    case .failed: return nil
    case .skipped(let reason): return "\(name)  skipped: \(reason.printable)"
    case .done:
      guard let first = outputs.first else { return nil }
      let more = outputs.count > 1 ? " and \(outputs.count - 1) more" : ""
      var parts = [
        "\(name) → \(style.strong(first.display))\(more)  \(Amounts.bytes(bytesIn)) → \(Amounts.bytes(bytesOut))",
        Amounts.duration(duration),
      ]
      for action in [LedgerEntry.Action.dropped, .changed] {
        let words = ledger.filter { $0.action == action }.map(\.what)
        guard !words.isEmpty else { continue }
        let text = "\(action.rawValue) \(words.joined(separator: ", "))"
        parts.append(action == .dropped ? style.warning(text) : text)
      }
      return parts.joined(separator: " · ")
    }
  }

  /// The object of the command-line contract.
  var json: JSONValue {
    var members = input.members("input")
    if let first = outputs.first { members += first.members("output") }
    if outputs.count > 1 {
      members.append(.init("outputs", .array(outputs.map { .string("\($0)") })))
    }
    if let source { members.append(.init("from", .string(source.id.rawValue))) }
    if let target { members.append(.init("to", .string(target.id.rawValue))) }
    switch status {
    case .done: members.append(.init("status", .string("done")))
    case .skipped(let why):
      members += [.init("status", .string("skipped")), .init("why", .string(why))]
    case .failed(let error):
      members.append(.init("status", .string("failed")))
      members.append(.init("error", error.json))
      return .object(members)
    }
    members += [
      .init("route", .array(route.map { .string($0) })),
      .init("bytesIn", .integer(bytesIn)), .init("bytesOut", .integer(bytesOut)),
      .init("seconds", .number((Amounts.seconds(duration) * 1000).rounded() / 1000)),
      .init("ledger", .array(ledger.map(\.json))),
    ]
    if !warnings.isEmpty { members.append(.init("warnings", .array(warnings.map { .string($0) }))) }
    return .object(members)
  }

  var error: ConversionError? {
    if case .failed(let error) = status { error } else { nil }
  }
}

extension Request.Input {
  var display: String { path?.display ?? "standard input" }

  func members(_ key: String) -> [JSONValue.Member] {
    path?.members(key) ?? [.init(key, .string("-"))]
  }
}

extension ConversionError {
  var json: JSONValue {
    .object([.init("code", .string(code.rawValue)), .init("message", .string(message))])
  }
}

extension LedgerEntry {
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("what", .string(what)), .init("action", .string(action.rawValue)),
    ]
    if let why { members.append(.init("why", .string(why))) }
    return .object(members)
  }
}
