import ConverterCore

extension Request {
  /// A key of a request's `options`: a long option of the command line in camel case. Groups of options have further
  /// ones.
  enum Option: String, CaseIterable {
    case quality, maxSize, require, set
    case entries, keepGoing, encoding, from
    case table, strict
    case onConflict, keepTimes, skipUnsuitable, limit, unusedOptions

    /// The place behind it that groups of options have in a request.
    private var placeBehind: OptionPlace? {
      switch self {
      case .quality: .content
      case .set: .parts
      case .from: .reading
      case .strict: .selection
      default: nil
      }
    }

    /// All keys of `options`, in their order.
    static func keys(_ vocabulary: RequestVocabulary) -> [String] {
      allCases.flatMap { option in
        [option.rawValue] + (option.placeBehind.map { vocabulary.keys(at: $0) } ?? [])
      }
    }

    /// What a request asks for, in the order of ``keys(_:)``.
    static func members(_ request: Request) -> [JSONValue.Member] {
      allCases.flatMap { option in
        let own = option.value(in: request).map { [JSONValue.Member(option.rawValue, $0)] } ?? []
        return own + (option.placeBehind.map { request.options.members($0) } ?? [])
      }
    }
  }

  /// Takes the value of a key of `options`.
  ///
  /// - Throws: `usage`.
  mutating func setOption(
    _ member: JSONValue.Member, _ vocabulary: RequestVocabulary
  ) throws(ConversionError) {
    if let option = Option(rawValue: member.key) {
      try option.read(member.value, into: &self, catalog: vocabulary.catalog)
    } else if let group = vocabulary.group(of: member.key) {
      try group.read(member.value, for: member.key, into: &options)
    } else {
      throw .unknownKey(member.key, of: "the options", known: Option.keys(vocabulary))
    }
  }
}

extension Request.Option {
  /// Takes a value as the command line would take it.
  ///
  /// - Throws: `usage`, in the words of the command line where these have been read.
  func read(
    _ value: JSONValue, into request: inout Request, catalog: ContentTypeCatalog
  ) throws(ConversionError) {
    switch self {
    case .quality:
      let goal = value.text.flatMap { try? QualityGoal(parsing: $0) }
      if case .likeness = goal {
        request.options.qualityGoal = goal
      } else {
        request.options.quality = try Quality(parsing: value.digits(of: rawValue))
      }
    case .maxSize:
      request.options.maximumBytes = try ByteCount(parsing: value.amount(of: rawValue)).value
    case .require: request.options.require = try value.texts(of: rawValue)
    case .set:
      for member in try value.members(of: rawValue) {
        request.options.settings[member.key] = try member.value.text(of: member.key)
      }
    case .entries: request.options.entries = try value.texts(of: rawValue)
    case .keepGoing: request.options.keepGoing = try value.flag(of: rawValue)
    case .encoding: request.options.reading.encoding = try value.text(of: rawValue)
    case .from:
      request.options.reading.type = try ReadingOptions.type(
        parsing: value.text(of: rawValue), in: catalog)
    case .table: request.options.reading.table = try value.text(of: rawValue)
    case .strict: request.options.reading.isStrict = try value.flag(of: rawValue)
    case .onConflict: request.conflict = try value.choice(of: rawValue)
    case .keepTimes: request.keepsTimes = try value.flag(of: rawValue)
    case .skipUnsuitable: request.skipsUnsuitable = try value.flag(of: rawValue)
    case .unusedOptions: request.unusedOptions = try value.choice(of: rawValue)
    case .limit:
      for member in try value.members(of: rawValue) {
        try request.limits.set(member.key, to: member.value.amount(of: member.key))
      }
    }
  }

  /// The value to write; `nil` where it is the usual one.
  func value(in request: Request) -> JSONValue? {
    let options = request.options
    switch self {
    case .quality:
      return options.likeness.map { .string(QualityGoal.likeness($0).description) }
        ?? options.quality.map { .number($0.value) }
    case .maxSize: return options.maximumBytes.map { .integer($0) }
    case .require:
      return options.require.isEmpty ? nil : .array(options.require.map { .string($0) })
    case .set:
      let settings = options.settings.sorted { $0.key < $1.key }
      return settings.isEmpty
        ? nil : .object(settings.map { JSONValue.Member($0.key, .string($0.value)) })
    case .entries:
      return options.entries.isEmpty ? nil : .array(options.entries.map { .string($0) })
    case .keepGoing: return options.keepGoing ? .bool(true) : nil
    case .encoding: return options.reading.encoding.map { .string($0) }
    case .from: return options.reading.type.map { .string($0.id.rawValue) }
    case .table: return options.reading.table.map { .string($0) }
    case .strict: return options.reading.isStrict ? .bool(true) : nil
    case .onConflict: return request.$conflict ? .string(request.conflict.rawValue) : nil
    case .keepTimes: return request.keepsTimes ? nil : .bool(false)
    case .skipUnsuitable: return request.skipsUnsuitable ? .bool(true) : nil
    case .unusedOptions:
      return request.unusedOptions == .note ? nil : .string(request.unusedOptions.rawValue)
    case .limit:
      let changed = Limits.Name.allCases.filter { request.limits[$0] != Limits.standard[$0] }
      return changed.isEmpty
        ? nil : .object(changed.map { .init($0.rawValue, .integer(request.limits[$0])) })
    }
  }
}
