public import ConverterCore

/// How a look at a file ended.
public struct LookResult: Sendable {
  /// Options that made no difference to a file.
  public struct Unused: Sendable {
    public let options: [UnusedOption]
    /// Of the file, as far as it is known.
    public let type: ContentType.ID?
    /// Of the file, for people.
    public let name: String

    public init(_ options: [UnusedOption], of type: ContentType.ID?, _ name: String) {
      self.options = options
      self.type = type
      self.name = name
    }
  }

  /// What kind of file it was that was shown; `nil` where that is not known.
  public var type: ContentType.ID?
  /// Why the look failed; it is not reported yet.
  public var failure: ConversionError?
  /// What can be said of the file all the same, for people or as JSON; `nil` where that is nothing.
  public var report: String?
  /// Failures that were reported already, of some of the files that a pattern names.
  public var told: [ConversionError.Code] = []
  /// For each file that was looked at.
  public var unused: [Unused] = []
  /// Whether a report was printed, which the next one is set off from.
  public var hasReported = false

  public init() {}
}

extension LookResult {
  /// The same, with what was asked for in the words of the options themselves.
  func named(by options: ConversionOptions) -> LookResult {
    var named = self
    named.unused = unused.map { Unused(options.named($0.options), of: $0.type, $0.name) }
    return named
  }

  var json: JSONValue {
    .object([
      .init("type", type.map { .string($0.rawValue) } ?? .null),
      .init("failure", failure?.json(besides: nil) ?? .null),
      .init("report", report.map { .string($0) } ?? .null),
      .init("told", .array(told.map { .string($0.rawValue) })),
      .init("unused", .array(unused.map(\.json))), .init("hasReported", .bool(hasReported)),
    ])
  }

  /// - Throws: `damagedInput` for what is no such result.
  init(_ json: JSONValue) throws(ConversionError) {
    type = json["type"]?.text.map { ContentType.ID(rawValue: $0) }
    if let error = json["failure"], error != .null {
      failure = try ConversionError(json: error, besides: nil)
    }
    report = json["report"]?.text
    for word in json["told"]?.elements ?? [] {
      guard let code = word.text.flatMap(ConversionError.Code.init) else {
        throw ConversionError(.damagedInput, "no message of a worker")
      }
      told.append(code)
    }
    for file in json["unused"]?.elements ?? [] { unused.append(try Unused(file)) }
    hasReported = json["hasReported"] == .bool(true)
  }
}

extension LookResult.Unused {
  fileprivate var json: JSONValue {
    .object([
      .init("name", .string(name)), .init("type", type.map { .string($0.rawValue) } ?? .null),
      .init(
        "options",
        .array(
          options.map { option in
            .object([
              .init("option", .string(option.option)), .init("why", .string(option.why)),
              .init("applies", .bool(option.applies)),
            ])
          })),
    ])
  }

  fileprivate init(_ json: JSONValue) throws(ConversionError) {
    guard let name = json["name"]?.text, let elements = json["options"]?.elements else {
      throw ConversionError(.damagedInput, "no message of a worker")
    }
    let options = elements.compactMap { element -> UnusedOption? in
      guard let option = element["option"]?.text, let why = element["why"]?.text else {
        return nil
      }
      return UnusedOption(option, why: why, applies: element["applies"] == .bool(true))
    }
    self.init(options, of: json["type"]?.text.map { ContentType.ID(rawValue: $0) }, name)
  }
}
