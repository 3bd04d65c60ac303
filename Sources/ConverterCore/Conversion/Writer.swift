/// Turns a model into the bytes of a type.
public protocol Writer<Model>: Sendable {
  associatedtype Model: ConverterCore.Model
  associatedtype Options: WriterOptions

  /// The name of the format, as routes show it: "JPEG".
  var name: String { get }
  /// The types that it writes.
  var types: [ContentType.ID] { get }

  /// The words that it may note in the ledger and that lose something, whether dropped or changed, for
  /// `--require`; none by default.
  var ledgerWords: [String] { get }

  /// The types whose files differ in their coding alone once they are read and written again, so that `compress` can
  /// make them smaller. None by default: a page holds more than the table that is read of it.
  var compresses: [ContentType.ID] { get }

  /// Whether files of the type are written from front to back, by ``OutputFile/write(_:)-(Span<UInt8>)`` and its like
  /// alone, as soon as their content is there: standard output gets them while they are written. Not by default.
  func writesFrontToBack(as type: ContentType.ID) -> Bool

  /// What writing a type needs of the system; nothing by default.
  func requirements(for type: ContentType.ID) -> [SystemRequirement]

  /// What files of the type can hold, with these options.
  func capabilities(for type: ContentType.ID, options: Options) -> Model.Capabilities

  /// Notes in the ledger what it will do as far as the facts of `model` tell, for a plan to show it, and
  /// refuses what they rule out. The content is not read. Where ``WritingContext/isPlanning`` that includes
  /// what only writing would tell for certain. Nothing by default.
  func announce(
    _ model: Model, as type: ContentType.ID, options: Options, in context: WritingContext
  ) throws(ConversionError)

  /// Pulls the content out of `model` and writes it.
  ///
  /// `output` is not visible under its name before the caller commits it, so a writer that throws
  /// need not clean up.
  ///
  /// Where a file is compressed (``StepContext/purpose``), a file that is better left alone is reported with the
  /// word `file` in the ledger, as kept and with the reason; the output is then the input itself.
  func write(
    _ model: Model, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError)
}

extension Writer {
  public var ledgerWords: [String] { [] }
  public var compresses: [ContentType.ID] { [] }
  public func writesFrontToBack(as type: ContentType.ID) -> Bool { false }
  public func requirements(for type: ContentType.ID) -> [SystemRequirement] { [] }

  public func announce(
    _ model: Model, as type: ContentType.ID, options: Options, in context: WritingContext
  ) throws(ConversionError) {}
}

/// The options of a writer, read from the common vocabulary and from `--set key=value`.
public protocol WriterOptions: Sendable {
  /// The keys of `--set` that the writer understands.
  static var descriptors: [OptionDescriptor] { get }

  /// The common options that the writer uses, beside those that the members below tell; none by default.
  var takes: Set<ConversionOptions.Name> { get }

  /// Whether `-q` changes how many bytes the writer needs; `--max-size` searches along it.
  var usesQuality: Bool { get }

  /// Whether a search can find the least `-q` that keeps the content as alike as was asked for. By default, wherever
  /// there is a quality.
  var usesLikeness: Bool { get }

  /// Whether ``OptionDescriptor/picturePreset`` changes what the writer makes; wherever there is a quality, by default.
  /// It does not matter for writers whose ``descriptors`` lack the option.
  var usesPreset: Bool { get }

  /// Why `-q` has no effect, where it has none, or a preset: "the result is lossless".
  var unusedQuality: String { get }

  /// Whether the writer itself keeps to ``ConversionOptions/maximumBytes``, by more means than quality.
  var fitsMaximum: Bool { get }

  /// Whether more is asked for than another coding of the same content, such as a password.
  var changesContent: Bool { get }

  /// Whether it codes with a loss that nobody asked for or allowed: `compress` then leaves alone what was coded with
  /// loss before.
  var losesUnasked: Bool { get }

  /// What the user should know where `compress` keeps the input itself, as nothing makes it smaller.
  var warningWhenKept: String? { get }

  /// Whether the output can have passwords of its own (``ConversionOptions/ownerPassword``).
  static var takesPasswords: Bool { get }

  /// Takes from the options of a conversion those that concern the writer.
  ///
  /// - Throws: `usage` for a value out of range.
  init(_ options: ConversionOptions) throws(ConversionError)
}

extension WriterOptions {
  public var takes: Set<ConversionOptions.Name> { [] }
  public var usesQuality: Bool { false }
  public var usesLikeness: Bool { usesQuality }
  public var usesPreset: Bool { usesQuality }
  public var unusedQuality: String { "the result is lossless" }
  public var fitsMaximum: Bool { false }
  public var changesContent: Bool { false }
  public var losesUnasked: Bool { false }
  public var warningWhenKept: String? { nil }
  public static var takesPasswords: Bool { false }
}
