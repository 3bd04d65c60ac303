public import ConverterCore
import SystemPackage

extension Outcome {
  /// A result line of the command-line contract, which ``init(json:catalog:)`` reads as the same
  /// outcome, times rounded to a millisecond.
  ///
  /// - Parameter id: what the request wants to find in its result.
  public func json(id: JSONValue?) -> JSONValue {
    let id = id.map { [JSONValue.Member("id", $0)] } ?? []
    guard case .failed(let error) = status else { return .object(id + places + end) }
    return .object(
      id + places
        + (isPartial ? [.init("partial", .bool(true))] + content : [])
        + [.init("status", .string("failed")), .init("error", error.json(besides: input.path))]
        + warningMembers + answers)
  }

  /// Which file became which.
  private var places: [JSONValue.Member] {
    // A line that is no request names no input.
    var members = input == .file("") ? [] : input.members("input")
    if !furtherInputs.isEmpty {
      let all = ([input] + furtherInputs).map { JSONValue.object($0.members("input")) }
      members.append(.init("inputs", .array(all.map { $0["input"] ?? .null })))
      let exact = all.map { $0["inputHex"] ?? .null }
      if exact.contains(where: { $0 != .null }) {
        members.append(.init("inputsHex", .array(exact)))
      }
    }
    if !inputPages.isEmpty {
      members.append(
        .init(
          "inputPages",
          .array((0...furtherInputs.count).map { inputPages[$0].map { .string($0.text) } ?? .null })
        ))
    }
    if let first = outputs.first { members += first.members("output") }
    if outputs.count > 1 {
      members.append(.init("outputs", .array(outputs.map { .string($0.lossyText) })))
      let exact = outputs.map(\.hexadecimal)
      if exact.contains(where: { $0 != nil }) {
        members.append(.init("outputsHex", .array(exact.map { $0.map { .string($0) } ?? .null })))
      }
    }
    if let source { members.append(.init("from", .string(source.id.rawValue))) }
    if let target { members.append(.init("to", .string(target.id.rawValue))) }
    return members
  }

  /// How a conversion that did not fail ended.
  private var end: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    switch status {
    case .skipped(let why):
      members += [.init("status", .string("skipped")), .init("why", .string(why))]
    case .planned: members.append(.init("status", .string("planned")))
    case .done, .failed: members.append(.init("status", .string("done")))
    }
    return members + content + warningMembers + answers
  }

  /// What was done.
  private var content: [JSONValue.Member] {
    [
      .init("route", .array(route.map { .string($0) })),
      .init("bytesIn", .integer(bytesIn)), .init("bytesOut", .integer(bytesOut)),
      .init("seconds", .number((duration.seconds * 1000).rounded() / 1000)),
      .init("ledger", .array(ledger.map(\.json))),
    ] + (receipt.map { [.init("receipt", $0)] } ?? [])
      + (forecast.map { [.init("forecast", $0.json)] } ?? [])
  }

  private var answers: [JSONValue.Member] { unused.members }

  private var warningMembers: [JSONValue.Member] {
    warnings.isEmpty ? [] : [.init("warnings", .array(warnings.map { .string($0) }))]
  }
}

extension Outcome.Forecast {
  fileprivate var json: JSONValue {
    .object([
      .init("transforms", .array(transforms.map { .string($0) })),
      .init("amount", .integer(work.amount)), .init("unit", .string(work.unit)),
      .init("unread", unread.map { .string($0) } ?? .null),
    ])
  }
}

extension ConversionError {
  /// The code and message, and the file that it is about unless that is `path`.
  func json(besides path: FilePath?) -> JSONValue {
    .object(members + (file == path ? [] : file?.members("file") ?? [.init("file", .null)]))
  }
}

extension [UnusedOption] {
  /// `"unused":[{"option":"quality","why":"…"}]`; nothing where there are none.
  public var members: [JSONValue.Member] {
    isEmpty ? [] : [.init("unused", .array(map(\.json)))]
  }
}

extension UnusedOption {
  var json: JSONValue {
    .object([.init("option", .string(option)), .init("why", .string(why))])
  }

  /// Reads ``json``.
  init(json: JSONValue) throws(ConversionError) {
    guard let option = json["option"], let why = json["why"] else {
      throw ConversionError(.usage, "an unused option needs \"option\" and \"why\"")
    }
    self.init(try option.text(of: "option"), why: try why.text(of: "why"))
  }
}
