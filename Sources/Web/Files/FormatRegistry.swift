import ConverterCore

/// What fairy can read and write, as the broker's registry has it.
actor FormatRegistry {
  private let broker: BrokerConnection
  private var known: [JSONValue]?

  init(_ broker: BrokerConnection) { self.broker = broker }

  /// Lines of `fairy formats --json`.
  func formats() async throws(ConversionError) -> [JSONValue] {
    if let known { return known }
    let answer = try await broker.ask([.init("broker", .string("formats"))])
    let formats = answer.json["answer"]?.elements ?? []
    known = formats
    return formats
  }
}
