/// Turns files of some types into a model.
public protocol Reader<Model>: Sendable {
  associatedtype Model: ConverterCore.Model

  /// The name of the format, as routes show it: "HEIF".
  var name: String { get }
  /// The types that it reads, with those that conform to them and have no reader of their own.
  var types: [ContentType.ID] { get }
  /// The keys of `--set` that reading understands; none by default. The values are in
  /// ``StepContext/reading``.
  var descriptors: [OptionDescriptor] { get }
  /// The common options that reading uses; none by default.
  var takes: Set<ConversionOptions.Name> { get }
  /// The words that it may note in the ledger and that `--require` takes beside those of transforms; none by
  /// default. What is dropped or changed under them is lost.
  var ledgerWords: [String] { get }
  /// The names of the steps of a route up to the model: `HEIF`, `Picture`.
  var stepNames: [String] { get }
  /// The types of which an empty file is a valid one, such as a table without rows; none by default.
  var typesOfNothing: [ContentType.ID] { get }

  /// Whether a model that it gives may be several, ``ModelOfParts/parts``, whose files have other names than the one
  /// that is asked for; not by default.
  var mayGiveParts: Bool { get }

  /// Whether it chooses the parts itself that are meant, such as pages; not by default.
  var choosesParts: Bool { get }

  /// What to do where text that nothing reads is meant as what it reads, for messages; `nil` by default.
  var hintForUnreadText: String? { get }

  /// What files of a type need of the system; nothing by default.
  func requirements(for type: ContentType.ID) -> [SystemRequirement]

  /// Why no file of a type that it recognises can be read; `nil`, as by default, where files can.
  func refusal(of type: ContentType.ID) -> String?

  /// Opens `input` and returns its facts; content follows when the model is asked for it.
  ///
  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `readFailed`.
  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Model
}

extension Reader {
  public var descriptors: [OptionDescriptor] { [] }
  public var takes: Set<ConversionOptions.Name> { [] }
  public var ledgerWords: [String] { [] }
  public var stepNames: [String] { [name, Model.name] }
  public var typesOfNothing: [ContentType.ID] { [] }
  public var mayGiveParts: Bool { false }
  public var choosesParts: Bool { false }
  public var hintForUnreadText: String? { nil }
  public func requirements(for type: ContentType.ID) -> [SystemRequirement] { [] }
  public func refusal(of type: ContentType.ID) -> String? { nil }
}
