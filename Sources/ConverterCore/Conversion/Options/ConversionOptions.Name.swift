extension ConversionOptions {
  /// An option that only some formats go by, by its key in requests.
  ///
  /// Each step of a route declares which of them it uses (``Reader/takes``, ``Transform/takes(_:for:)``,
  /// ``WriterOptions/takes``), so that an option that no step uses is not silently ignored. Options that concern every
  /// conversion, such as limits or what happens to an existing output, are not among them; nor are the keys of `--set`,
  /// which ``OptionDescriptor`` describes. Groups of options have names of their own (``ConversionOptionGroup/options``).
  public struct Name: Sendable, Hashable, CustomStringConvertible {
    /// The key in requests: `maxSize`.
    public let rawValue: String
    /// As it stands on the command line: `--max-size`.
    public let words: String
    /// What it is for, in the plural: "results that are one file".
    let use: String
    /// Whether the formats whose readers take it are named behind ``use``.
    let namesReaders: Bool

    /// - Parameters:
    ///   - key: in requests, in camel case: `maxSize`.
    ///   - use: what it is for, in the plural: "results that are one file".
    ///   - words: as it stands on the command line; `nil` for the key with hyphens: `--max-size`.
    ///   - namesReaders: whether the formats whose readers take it are named behind `use`.
    public init(_ key: String, use: String, words: String? = nil, namesReaders: Bool = false) {
      rawValue = key
      self.namesReaders = namesReaders
      self.words = words ?? "--\(key.hyphenated)"
      self.use = use
    }

    public var description: String { rawValue }

    public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
  }
}

extension ConversionOptions.Name {
  public static let quality = Self("quality", use: "formats that are coded with loss", words: "-q")
  public static let maxSize = Self("maxSize", use: "results that are one file")
  public static let entries = Self("entries", use: "archives", words: "a choice of entries")
  public static let keepGoing = Self("keepGoing", use: "archives, and files that become one")
  public static let encoding = Self("encoding", use: "text, and names in archives")
  public static let passwordFile = Self("passwordFile", use: "encrypted files")
  public static let userPasswordFile = Self("userPasswordFile", use: protected)
  public static let ownerPasswordFile = Self("ownerPasswordFile", use: protected)
  public static let table = Self("table", use: "files that may hold several tables")
  public static let strict = Self(
    "strict", use: "text that is read though it is odd", namesReaders: true)

  /// What results are called that can have passwords of their own, where no type is known.
  private static let protected = "files with passwords of their own"

  /// What becomes of the content.
  static let ofResults: [Self] = [.quality, .maxSize]

  /// What of inputs is meant, and what opens them.
  static let ofInputs: [Self] = [
    .entries, .keepGoing, .encoding, .passwordFile, .userPasswordFile, .ownerPasswordFile,
  ]

  /// How text is read.
  static let ofText: [Self] = [.table, .strict]

  /// Those that are of no group.
  package static let common = ofResults + ofInputs + ofText

  /// Those that protect a result: without them it is not made at all. They are for types that can have passwords of
  /// their own, by the names of these.
  static let protections: Set<Self> = [.userPasswordFile, .ownerPasswordFile]
}

extension ConversionOptions {
  /// Which options were asked for.
  public var asked: [Name] {
    Name.ofResults.filter(isAsked) + asked(at: .content) + asked(at: .parts)
      + Name.ofInputs.filter(isAsked) + asked(at: .reading)
      + Name.ofText.filter(isAsked) + asked(at: .selection)
  }

  private func asked(at place: OptionPlace) -> [Name] { groups(at: place).flatMap(\.asked) }

  /// The same, for a conversion of this purpose.
  func asked(for purpose: Request.Purpose) -> [Name] {
    guard purpose == .compress else { return asked }
    let implied = groups.all.map { type(of: $0).impliedByCompression }
    return asked.filter { name in !implied.contains { $0.contains(name) } }
  }

  private func isAsked(_ name: Name) -> Bool {
    switch name {
    case .quality: qualityGoal != nil
    case .maxSize: maximumBytes != nil
    case .entries: !entries.isEmpty
    case .keepGoing: keepGoing
    case .userPasswordFile: userPassword != nil
    case .ownerPasswordFile: ownerPassword != nil
    default: reading.isAsked(name)
    }
  }
}

extension ReadingOptions {
  /// Which of the options that concern reading alone were asked for.
  public var asked: [ConversionOptions.Name] {
    var options = ConversionOptions()
    options.reading = self
    options.reading.groups = groups.ofReading
    return options.asked
  }

  fileprivate func isAsked(_ name: ConversionOptions.Name) -> Bool {
    switch name {
    case .encoding: encoding != nil
    case .passwordFile: namesPassword
    case .table: table != nil
    case .strict: isStrict
    default: false
    }
  }
}

extension String {
  /// `maxSize` as `max-size`.
  fileprivate var hyphenated: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
