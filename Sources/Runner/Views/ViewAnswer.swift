import ConverterCore

/// The answer of a sealed worker to a question about a view.
enum ViewAnswer {
  case answered([JSONValue.Member])
  case unanswered(ConversionError)

  /// How deep values may lie within each other: of a mail, parts within parts.
  private static let nesting = 512
  /// The most bytes of an answer, and of the message that has it: in that, quotes and backslashes are escaped once more.
  private static let most = 16 << 20
  static let longestMessage = 2 * most + 1024

  /// As the text of the value: what is deep in it is not deep in the message.
  var json: JSONValue {
    switch self {
    case .answered(let members):
      let text = JSONValue.object(members).description
      guard text.utf8.count <= Self.most else { return Self.tooLong(text.utf8.count).json }
      return .object([.init("answered", .string(text))])
    case .unanswered(let error):
      return .object([.init("unanswered", error.json(besides: nil))])
    }
  }

  private static func tooLong(_ count: Int) -> ViewAnswer {
    .unanswered(
      ConversionError.exceeding(
        .init(fixed: "answer", needed: count, allowed: most),
        "the answer has \(count >> 20) MiB, and at most \(most >> 20) are sent"))
  }

  /// - Throws: `damagedInput` for what is no answer.
  init(_ json: JSONValue) throws(ConversionError) {
    if let text = json["answered"]?.text,
      let members = try JSONValue(parsing: Array(text.utf8), nesting: Self.nesting).members
    {
      self = .answered(members)
    } else if let error = json["unanswered"] {
      self = .unanswered(try ConversionError(json: error, besides: nil))
    } else {
      throw ConversionError(.damagedInput, "no message of a worker")
    }
  }
}
