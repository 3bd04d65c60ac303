/// The options that all conversions share; a writer or transform uses those that concern it.
public struct ConversionOptions: Sendable {
  public var quality: Quality?
  /// Whether ``quality`` is tried in order to reach a size, in place of the quality that was asked for. A lossless
  /// result, where there is one, was tried before and is too large.
  public internal(set) var isTrial = false
  /// How alike the result is to be (SSIM), where the quality is to be found.
  public var likeness: Double?
  /// The most bytes that the output may have; the quality is chosen to fit.
  public var maximumBytes: Int?
  /// Ledger words that must not end as dropped.
  public var require: [String] = []
  /// The password that opens the output, where it differs from the one that opens the input; empty for an output that
  /// everybody may open.
  public var userPassword: Password?
  /// The password that gives all rights to the output.
  public var ownerPassword: Password?
  /// Which entries of an archive are meant: paths, folders, patterns; all where it is empty.
  public var entries: [String] = []
  /// Whether the rest of an archive is taken where an entry is bad.
  public var keepGoing = false
  /// What models and plugins add, but for what concerns reading.
  public internal(set) var groups = OptionGroups()
  /// What the reader must know to read the input.
  public var reading = ReadingOptions()
  /// `--set key=value`, as given.
  public var settings: [String: String] = [:]

  public init() {}
}

extension ConversionOptions {
  /// What the reader is told, `--set` included.
  var readingWithSettings: ReadingOptions {
    var reading = reading
    reading.settings = settings
    reading.groups.merge(groups)
    return reading
  }

  /// Whether other content is asked for than the input has.
  var changesContent: Bool {
    (groups.all + reading.groups.all).contains(where: \.changesContent)
  }

  /// Whether parts of the input come in an order that was asked for.
  package var choosesOrder: Bool { groups.all.contains(where: \.choosesOrder) }

  /// What `-q` asks for.
  public var qualityGoal: QualityGoal? {
    get { likeness.map { .likeness($0) } ?? quality.map { .value($0) } }
    set {
      (quality, likeness) = (nil, nil)
      switch newValue {
      case .value(let value): quality = value
      case .likeness(let value): likeness = value
      case nil: break
      }
    }
  }

  /// The value set for the descriptor's key, or its default.
  ///
  /// - Throws: `usage` if the value is not one of the descriptor's values.
  public func value(of descriptor: OptionDescriptor) throws(ConversionError) -> String {
    let value = settings[descriptor.key] ?? descriptor.defaultValue
    try descriptor.validate(value)
    return value
  }

  /// Whether a flag is set.
  ///
  /// - Throws: `usage` if its value is neither `true` nor `false`.
  public func isSet(_ flag: OptionDescriptor) throws(ConversionError) -> Bool {
    try value(of: flag) == "true"
  }
}
