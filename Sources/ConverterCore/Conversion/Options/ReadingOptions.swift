/// What the user says of an input that its bytes do not say, or that fairy would guess.
public struct ReadingOptions: Sendable {
  /// The passwords that open encrypted inputs and that encrypt results. They are never written anywhere.
  public var passwords: Passwords
  /// Whether a password was named for this very input, rather than for whatever may need one.
  public var namesPassword = false
  /// The encoding of text and names that do not say theirs, as `iconv` knows it.
  public var encoding: String?
  /// What the input is, whatever its bytes and its name say.
  public var type: ContentType?
  /// The table of a file that has several: a sheet's name, or its number from 1.
  public var table: String?
  /// Whether what is merely odd, such as a row with too many cells, is an error.
  public var isStrict = false
  /// What models and plugins add. In a ``ConversionContext`` these are all groups of the conversion.
  public internal(set) var groups = OptionGroups()
  /// An index of the mailbox, open: what a list and a search need, without a look at the mailbox itself.
  public var index: InputFile?
  /// `--set key=value`, for the keys that the reader understands.
  public var settings: [String: String] = [:]

  public init(passwords: Passwords = Passwords(), encoding: String? = nil) {
    self.passwords = passwords
    self.encoding = encoding
  }

  /// Checks `--table` for a file that is one table: it is the first, or has the name of the file.
  ///
  /// - Throws: `usage` where another one is asked for.
  public func checkOnlyTable(of input: InputFile) throws(ConversionError) {
    guard let table, table != "1" else { return }
    let name = input.name ?? ""
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    guard table != name, table != stem else { return }
    throw ConversionError(
      .usage,
      "the file is one table, so there is no table \"\(table.printable)\"; leave --table away")
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
