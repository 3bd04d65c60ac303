import ConverterCore

/// The answer of a sealed worker to a question about a view.
enum ViewAnswer {
  case answered([JSONValue.Member])
  case unanswered(ConversionError)

  /// How deep values may lie within each other: of a mail, parts within parts.
  private static let nesting = 512

  /// As the text of the value: what is deep in it is not deep in the message.
  var json: JSONValue {
    switch self {
    case .answered(let members):
      .object([.init("answered", .string(JSONValue.object(members).description))])
    case .unanswered(let error): .object([.init("unanswered", error.json(besides: nil))])
    }
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
