extension LedgerEntry {
  /// An entry of the command-line contract's `ledger`.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("what", .string(what)), .init("action", .string(action.rawValue)),
    ]
    if let why { members.append(.init("why", .string(why))) }
    return .object(members)
  }
}
