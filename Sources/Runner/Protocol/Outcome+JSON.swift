public import ConverterCore
import SystemPackage

extension Outcome {
  /// The object of the command-line contract.
  public var json: JSONValue {
    if case .failed(let error) = status {
      .object(places + [.init("status", .string("failed")), .init("error", error.json)])
    } else {
      .object(places + end)
    }
  }

  /// A result line of `fairy worker`, which ``init(json:catalog:)`` reads as the same outcome, times
  /// rounded to a millisecond.
  ///
  /// A failure says two things more than ``json``: the file that it is about, where that is not the
  /// input, and the warnings that came before it.
  public func json(id: JSONValue?) -> JSONValue {
    let id = id.map { [JSONValue.Member("id", $0)] } ?? []
    guard case .failed(let error) = status else { return .object(id + places + end) }
    var about = error.members
    if error.file != input.path {
      about += error.file?.members("file") ?? [.init("file", .null)]
    }
    return .object(
      id + places
        + [.init("status", .string("failed")), .init("error", .object(about))] + spokenWarnings)
  }

  /// Which file became which.
  private var places: [JSONValue.Member] {
    var members = input.members("input")
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
    if case .skipped(let why) = status {
      members += [.init("status", .string("skipped")), .init("why", .string(why))]
    } else {
      members.append(.init("status", .string("done")))
    }
    members += [
      .init("route", .array(route.map { .string($0) })),
      .init("bytesIn", .integer(bytesIn)), .init("bytesOut", .integer(bytesOut)),
      .init("seconds", .number((duration.seconds * 1000).rounded() / 1000)),
      .init("ledger", .array(ledger.map(\.json))),
    ]
    return members + spokenWarnings
  }

  private var spokenWarnings: [JSONValue.Member] {
    warnings.isEmpty ? [] : [.init("warnings", .array(warnings.map { .string($0) }))]
  }
}
