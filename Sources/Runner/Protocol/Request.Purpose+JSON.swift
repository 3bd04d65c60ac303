import ConverterCore

/// `"verb":"merge","more":[{"input":"b.pdf","pages":"1-3"}]`, `"verb":"pack"`, `"verb":"split","parts":{"every":10}`.
extension Request.Purpose {
  private enum Verb: String, CaseIterable { case convert, compress, merge, pack, split }

  /// Reads what is to be done from a request line; a line that does not say it means `convert`.
  ///
  /// - Parameter example: of a request, for messages.
  init(
    json: JSONValue, allowsStandardStreams: Bool, like example: JSONValue
  ) throws(ConversionError) {
    let verb: Verb = try json["verb"]?.choice(of: "verb") ?? .convert
    guard [.merge, .pack].contains(verb) || json["more"] == nil else {
      throw ConversionError(.usage, "\"more\" inputs are for the verbs merge and pack")
    }
    guard verb == .split || json["parts"] == nil else {
      throw ConversionError(.usage, "\"parts\" are for the verb split")
    }
    switch verb {
    case .convert: self = .convert
    case .compress: self = .compress
    case .merge: self = .merge(try Self.more(json, allowsStandardStreams, example))
    case .pack: self = .pack(try Self.more(json, allowsStandardStreams, example))
    case .split: self = .split(try Request.Division(json: json["parts"]))
    }
  }

  /// The inputs beside the first.
  private static func more(
    _ json: JSONValue, _ allowsStandardStreams: Bool, _ example: JSONValue
  ) throws(ConversionError) -> [Request.Input] {
    var inputs: [Request.Input] = []
    for more in try json["more"]?.elements(of: "more") ?? [] {
      inputs.append(
        try Request.Input(
          json: more, allowsStandardStreams: allowsStandardStreams, like: example))
    }
    return inputs
  }

  /// Which pages of inputs are meant, as `pages` beside them says.
  ///
  /// - Throws: `usage`, also where inputs are not merged.
  static func inputPages(
    _ json: JSONValue, of purpose: Self
  ) throws(ConversionError) -> [Int: PageRanges] {
    let inputs = [json] + (json["more"]?.elements ?? [])
    var chosen: [Int: PageRanges] = [:]
    for (index, input) in inputs.enumerated() {
      guard let words = input["pages"] else { continue }
      chosen[index] = try PageRanges(parsing: words.text(of: "pages"))
    }
    if case .merge = purpose { return chosen }
    guard chosen.isEmpty else {
      throw ConversionError(
        .usage,
        "\"pages\" of an input are for the verb merge; those of a document are one of the options")
    }
    return [:]
  }

  /// What ``init(json:allowsStandardStreams:)`` reads as the same.
  ///
  /// - Parameter pages: of the inputs, as ``Request/inputPages`` has them.
  func members(_ pages: [Int: PageRanges]) -> [JSONValue.Member] {
    switch self {
    case .convert: []
    case .compress: [.init("verb", .string(Verb.compress.rawValue))]
    case .merge(let inputs): Self.members(.merge, inputs, pages)
    case .pack(let inputs): Self.members(.pack, inputs, pages)
    case .split(let division):
      [.init("verb", .string(Verb.split.rawValue)), .init("parts", division.json)]
    }
  }

  private static func members(
    _ verb: Verb, _ more: [Request.Input], _ pages: [Int: PageRanges]
  ) -> [JSONValue.Member] {
    [
      .init("verb", .string(verb.rawValue)),
      .init(
        "more",
        .array(
          more.enumerated().map { index, input in
            let chosen = pages[index + 1].map { [JSONValue.Member("pages", .string($0.text))] }
            return .object(input.members("input") + (chosen ?? []))
          })),
    ]
  }
}

extension Request.Division {
  /// Reads `{"pages":["1-3","4-z"]}`, `{"every":10}`, `{"outline":true}` or `{"maxSize":5000000}`; where
  /// nothing is said each page is a part.
  init(json: JSONValue?) throws(ConversionError) {
    guard let json else {
      self = .every(1)
      return
    }
    guard let members = json.members, members.count == 1, let member = members.first else {
      throw ConversionError(
        .usage, "\"parts\" is an object with pages, every, outline or maxSize")
    }
    switch member.key {
    case "pages":
      var ranges: [PageRanges] = []
      for text in try member.value.texts(of: "pages") {
        ranges.append(try PageRanges(parsing: text))
      }
      self = .pages(ranges)
    case "every": self = .every(try member.value.count(of: "every"))
    case "outline": self = .outline
    case "maxSize":
      self = .size(try ByteCount(parsing: member.value.amount(of: "maxSize")).value)
    default:
      throw .unknownKey(member.key, of: "parts", known: ["pages", "every", "outline", "maxSize"])
    }
    if case .every(let count) = self, count < 1 {
      throw ConversionError(.usage, "\"every\" takes a number of pages from 1")
    }
  }

  var json: JSONValue {
    switch self {
    case .pages(let ranges):
      .object([.init("pages", .array(ranges.map { .string($0.text) }))])
    case .every(let count): .object([.init("every", .integer(count))])
    case .outline: .object([.init("outline", .bool(true))])
    case .size(let bytes): .object([.init("maxSize", .integer(bytes))])
    }
  }
}
