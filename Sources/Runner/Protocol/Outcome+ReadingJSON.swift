public import ConverterCore
package import SystemPackage

extension Outcome {
  /// Reads a result line; members that no outcome has, such as `id`, are left alone.
  ///
  /// - Throws: `usage` for what is no result, `unknownType` for a type that is not in the catalog.
  public init(json: JSONValue, catalog: ContentTypeCatalog) throws(ConversionError) {
    let input = try Request.Input(json: json, allowsStandardStreams: true)
    guard let word = json["status"] else {
      throw ConversionError(.usage, "a result needs a \"status\"")
    }
    switch try word.text(of: "status") {
    case "done": self.init(.done, input: input)
    case "planned": self.init(.planned, input: input)
    case "skipped": self.init(.skipped(try json["why"]?.text(of: "why") ?? ""), input: input)
    case "failed":
      self.init(
        .failed(try ConversionError(json: json["error"] ?? .null, besides: input.path)),
        input: input)
    default: throw word.unsuited(to: "status", "done, planned, skipped or failed")
    }
    furtherInputs = Array(try Self.inputs(json).dropFirst())
    for (index, words) in try (json["inputPages"]?.elements(of: "inputPages") ?? []).enumerated()
    where words != .null {
      inputPages[index] = try PageRanges(parsing: words.text(of: "inputPages"))
    }
    isPartial = json["partial"] == .bool(true)
    outputs = try Self.outputs(json)
    source = try ContentType(json["from"], of: "from", in: catalog)
    target = try ContentType(json["to"], of: "to", in: catalog)
    route = try json["route"]?.texts(of: "route") ?? []
    bytesIn = try json["bytesIn"]?.count(of: "bytesIn") ?? 0
    bytesOut = try json["bytesOut"]?.count(of: "bytesOut") ?? 0
    duration = try Self.duration(json["seconds"])
    for entry in try json["ledger"]?.elements(of: "ledger") ?? [] {
      ledger.append(try LedgerEntry(json: entry))
    }
    receipt = json["receipt"]
    forecast = try json["forecast"].map { json throws(ConversionError) in try Forecast(json) }
    for option in try json["unused"]?.elements(of: "unused") ?? [] {
      unused.append(try UnusedOption(json: option))
    }
    warnings = try json["warnings"]?.texts(of: "warnings") ?? []
  }

  /// All inputs of a merge; none for other results.
  private static func inputs(_ json: JSONValue) throws(ConversionError) -> [Request.Input] {
    let exact = try json["inputsHex"]?.elements(of: "inputsHex") ?? []
    var inputs: [Request.Input] = []
    for (index, text) in try (json["inputs"]?.elements(of: "inputs") ?? []).enumerated() {
      var members = [JSONValue.Member("input", text)]
      if index < exact.count, exact[index] != .null {
        members.append(.init("inputHex", exact[index]))
      }
      inputs.append(try Request.Input(json: .object(members), allowsStandardStreams: true))
    }
    return inputs
  }

  private static func outputs(_ json: JSONValue) throws(ConversionError) -> [FilePath] {
    guard let texts = try json["outputs"]?.elements(of: "outputs") else {
      guard case .path(let path) = try json.file("output") else { return [] }
      return [path]
    }
    let exact = try json["outputsHex"]?.elements(of: "outputsHex")
    guard exact == nil || exact?.count == texts.count else {
      throw ConversionError(.usage, "\"outputs\" and \"outputsHex\" are not of one length")
    }
    var paths: [FilePath] = []
    for (index, text) in texts.enumerated() {
      var members = [JSONValue.Member("outputs", text)]
      if let digits = exact?[index], digits != .null { members.append(.init("outputsHex", digits)) }
      if case .path(let path) = try JSONValue.object(members).file("outputs") { paths.append(path) }
    }
    return paths
  }

  private static func duration(_ seconds: JSONValue?) throws(ConversionError) -> Duration {
    guard let seconds else { return .zero }
    guard let value = seconds.double, (0..<1e12).contains(value) else {
      throw seconds.unsuited(to: "seconds", "a number from 0")
    }
    return .milliseconds(Int((value * 1000).rounded()))
  }
}

extension Outcome.Forecast {
  fileprivate init(_ json: JSONValue) throws(ConversionError) {
    guard let amount = json["amount"], let unit = json["unit"] else {
      throw ConversionError(.usage, "a forecast needs an \"amount\" and its \"unit\"")
    }
    self.init(
      transforms: try json["transforms"]?.texts(of: "transforms") ?? [],
      work: Magnitude(try amount.count(of: "amount"), try unit.text(of: "unit")),
      unread: json["unread"]?.text)
  }
}

extension ConversionError {
  /// Reads what ``json(besides:)`` wrote.
  package init(json: JSONValue, besides path: FilePath?) throws(ConversionError) {
    guard let code = try json["code"]?.choice(of: "code") as Code? else {
      throw ConversionError(.usage, "a failure needs an \"error\" with a \"code\"")
    }
    self.init(code, try json["message"]?.text(of: "message") ?? "", file: path)
    limit = json["limit"].flatMap { Limit(json: $0) }
    if json["file"] == .null {
      file = nil
    } else if case .path(let path) = try json.file("file") {
      file = path
    }
  }
}

extension LedgerEntry {
  fileprivate init(json: JSONValue) throws(ConversionError) {
    guard let what = json["what"], let action = json["action"] else {
      throw ConversionError(.usage, "an entry of the ledger needs \"what\" and \"action\"")
    }
    self.init(
      try what.text(of: "what"), try action.choice(of: "action"),
      why: try json["why"]?.text(of: "why"))
  }
}

extension ContentType {
  /// The type that a result names by its identifier; `nil` where it names none.
  fileprivate init?(
    _ json: JSONValue?, of key: String, in catalog: ContentTypeCatalog
  ) throws(ConversionError) {
    guard let word = try json?.text(of: key) else { return nil }
    guard let type = catalog[ID(rawValue: word)] else {
      throw ConversionError(.unknownType, "there is no type \"\(word.prefix(100))\"")
    }
    self = type
  }
}
