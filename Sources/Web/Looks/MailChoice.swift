import ConverterCore

/// Which messages of a mailbox are wanted, as an address says it.
struct MailChoice {
  private let from, text, attachment: String?
  private let after, before: String?
  private let hasAttachment: Bool
  let sort: String?

  private static let orders = ["-date", "date", "from", "subject", "-bytes"]

  init(_ form: Form) {
    (from, text) = (form["sender"], form["text"])
    (after, before) = (form["after"], form["before"])
    attachment = form["attachment"]
    hasAttachment = form["attached"] != nil
    sort = form["sort"].flatMap { Self.orders.contains($0) ? $0 : nil }
  }

  /// Whether all messages are wanted.
  var isEverything: Bool {
    [from, text, after, before, attachment].allSatisfy { $0 == nil } && !hasAttachment
  }

  /// A date that is none; `nil` where both are dates.
  var fault: String? {
    [after, before].compactMap(\.self).first { Self.seconds(ofDay: $0) == nil }
  }

  /// The options that a view is opened with.
  var options: [JSONValue.Member] {
    var messages: [JSONValue.Member] = []
    for (key, words) in [("from", from), ("text", text), ("attachment", attachment)] {
      if let words { messages.append(.init(key, .array([.string(words)]))) }
    }
    if let start = after.flatMap(Self.seconds) { messages.append(.init("after", .integer(start))) }
    // All of the day counts.
    if let end = before.flatMap(Self.seconds) {
      messages.append(.init("before", .integer(end + 86_400)))
    }
    if hasAttachment { messages.append(.init("hasAttachment", .bool(true))) }
    return messages.isEmpty ? [] : [.init("messages", .object(messages))]
  }

  /// The same as it stands in an address, with `&` behind.
  var address: String {
    let fields = [
      ("sender", from), ("text", text), ("after", after), ("before", before),
      ("attachment", attachment), ("attached", hasAttachment ? "1" : nil), ("sort", sort),
    ]
    return fields.compactMap { name, value in
      value.map { "\(name)=\(Form.encoded($0))&" }
    }.joined()
  }

  /// For the template.
  var values: [String: Any] {
    var values: [String: Any] = [
      "sender": from ?? "", "text": text ?? "", "after": after ?? "", "before": before ?? "",
      "isAttached": hasAttachment, "isChosen": !isEverything,
    ]
    for order in Self.orders {
      values["by_\(order.filter { $0 != "-" })\(order.hasPrefix("-") ? "_down" : "")"] =
        sort == order
    }
    return values
  }

  /// The beginning of a day in seconds since 1970, at Greenwich.
  ///
  /// - Parameter day: `2024-01-31`.
  static func seconds(ofDay day: String) -> Int? {
    let parts = day.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3, parts[0].count == 4,
      parts.allSatisfy({ $0.allSatisfy(\.isASCII) }), numbers[0] >= 1, (1...12).contains(numbers[1])
    else { return nil }
    let (year, month, date) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(date) else { return nil }
    let before = year - 1
    let years = before * 365 + before / 4 - before / 100 + before / 400
    let days = years + lengths.prefix(month - 1).reduce(0, +) + date - 1
    return (days - 719_162) * 86_400
  }
}
