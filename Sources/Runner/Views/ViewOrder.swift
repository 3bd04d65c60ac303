import ConverterCore

/// What a line of a stream says of a view: a file that a worker keeps open for questions about parts of it.
public struct ViewOrder: Sendable {
  enum Content: Sendable {
    /// Opens a file. The key names the model to see it as, where there is a choice.
    case open(Request, as: String?)
    case ask(ViewQuestion)
    case close
  }

  /// The name that the stream gives the view: any JSON value.
  let view: JSONValue
  /// What the answer is to carry, if the line named something.
  let id: JSONValue?
  /// What is to be done, or why the line makes no sense.
  let content: Result<Content, ConversionError>

  /// - Returns: `nil` for a line that is not about a view.
  init?(
    _ line: JSONValue, vocabulary: RequestVocabulary, defaults: (inout Request) -> Void
  ) {
    guard let view = line["view"] else { return nil }
    (self.view, id) = (view, line["id"])
    content = Result { () throws(ConversionError) in
      try Self.content(line, vocabulary, defaults)
    }
  }

  private static func content(
    _ line: JSONValue, _ vocabulary: RequestVocabulary, _ defaults: (inout Request) -> Void
  ) throws(ConversionError) -> Content {
    let members = (line.members ?? []).filter { $0.key != "view" && $0.key != "id" }
    if line["ask"] != nil { return .ask(try ViewQuestion(.object(members))) }
    if let close = line["close"] {
      guard close == .bool(true), members.count == 1 else {
        throw ConversionError(.usage, "a line with \"close\":true has a view, and nothing else")
      }
      return .close
    }
    let known = ["input", "inputHex", "options", "as"]
    for member in members where !known.contains(member.key) {
      throw .unknownKey(member.key, of: "a view", known: known + ["ask", "close", "id"])
    }
    // What it would become does not matter.
    let target = JSONValue.Member("to", .string(ContentType.ID.data.rawValue))
    var request = try Request(
      json: .object(members.filter { $0.key != "as" } + [target]), vocabulary: vocabulary,
      defaults: defaults)
    request.output = .memory
    return .open(request, as: try line["as"]?.text(of: "as"))
  }

  /// An answer to the line.
  func answer(_ members: [JSONValue.Member]) -> JSONValue {
    Self.answer(view, id, members)
  }

  /// An answer that says why there is no other.
  func refusal(_ error: ConversionError) -> JSONValue {
    answer([.init("error", error.json(besides: nil))])
  }

  /// An answer about a view.
  static func answer(
    _ view: JSONValue, _ id: JSONValue?, _ members: [JSONValue.Member]
  ) -> JSONValue {
    .object([.init("view", view)] + (id.map { [.init("id", $0)] } ?? []) + members)
  }
}
