import ConverterCore

/// Which rows of a table are wanted, as an address says it.
struct TableQuery {
  let first: Int
  let count: Int
  let filter: String?
  let sort: String?

  private static let pageSize = 100
  private static let mostRows = 500
  /// How long an answer may take that is not known at once, in milliseconds.
  private static let patience = 2000

  init(_ form: Form) {
    first = form.number("from", or: 0)
    count = max(1, min(form.number("count", or: Self.pageSize), Self.mostRows))
    (filter, sort) = (form["filter"], form["sort"])
  }

  /// The question to the view.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("from", .integer(first)), .init("count", .integer(count)),
      .init("wait", .integer(Self.patience)),
    ]
    if let filter { members.append(.init("filter", .array([.string(filter)]))) }
    if let sort { members.append(.init("sort", .string(sort))) }
    return members
  }

  /// The same from another row on, as it stands in an address.
  func address(from first: Int) -> String {
    var address = "?from=\(first)"
    if let filter { address += "&filter=\(Form.encoded(filter))" }
    if let sort { address += "&sort=\(Form.encoded(sort))" }
    return address
  }
}
