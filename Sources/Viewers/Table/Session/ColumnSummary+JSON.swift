import ConverterCore
import TableModel

/// What is known of a column, as a program is told it.
extension ColumnSummary {
  /// The most bytes of a value.
  private static let mostShown = 200

  var members: [JSONValue.Member] {
    let (distinct, isAll) = distinctCount
    var members: [JSONValue.Member] = [
      .init("kind", .string(type)), .init("rows", .integer(rowCount)),
      .init("empty", .integer(emptyCount)), .init("null", .integer(nullCount)),
      .init("missing", .integer(missingCount)),
      .init("distinct", isAll ? .integer(distinct) : .null),
    ]
    func add(_ key: String, _ text: [UInt8]?) {
      guard let text else { return }
      members.append(.init(key, .string(Self.text(text))))
    }
    add("smallest", smallestNumber?.text)
    add("largest", largestNumber?.text)
    if numberCount < filledCount {
      add("first", firstText)
      add("last", lastText)
    }
    if longest > 0 {
      members.append(
        .init(
          "longest",
          .object([.init("bytes", .integer(longest)), .init("row", .integer(longestRow))])))
    }
    let values = frequent.map { entry in
      JSONValue.object([
        .init("value", .string(Self.text(entry.value))), .init("rows", .integer(entry.count)),
      ])
    }
    if !values.isEmpty { members.append(.init("frequent", .array(values))) }
    return members
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(mostShown), as: UTF8.self)
  }
}
