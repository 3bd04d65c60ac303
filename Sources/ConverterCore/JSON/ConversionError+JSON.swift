extension ConversionError {
  /// The `error` of the command-line contract.
  package var json: JSONValue { .object(members) }

  package var members: [JSONValue.Member] {
    [.init("code", .string(code.rawValue)), .init("message", .string(message))]
      + (limit.map { [.init("limit", $0.json)] } ?? [])
  }
}
