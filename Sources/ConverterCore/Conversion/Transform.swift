/// Turns a model into a model: smaller, upright, in another colour space, without its location.
///
/// A transform is cheap to apply: it changes facts, notes in the ledger what it will do, and wraps
/// the content, which is worked on when the writer pulls it. So a plan applies the same transforms
/// as the conversion and shows the same ledger.
public protocol Transform<Model>: Sendable {
  associatedtype Model: ConverterCore.Model

  /// What it does, in the words of a route: "resize".
  var name: String { get }

  /// When it is its turn among the transforms of a route.
  var stage: TransformStage { get }

  /// The keys of `--set` that it understands; none by default.
  var descriptors: [OptionDescriptor] { get }

  /// The common options that it uses before a writer of these capabilities. By default those of the groups that it
  /// ``chooses`` by.
  func takes(
    _ options: ConversionOptions, for capabilities: Model.Capabilities
  ) -> Set<ConversionOptions.Name>

  /// The words that it may note in the ledger, for `--require`, which refuses what is dropped. Its changes are what the
  /// user asked for, except for ``lossyChanges``.
  var ledgerWords: [String] { get }

  /// Further words for `--require`, of changes that lose something and that nobody asked for.
  var lossyChanges: [String] { get }

  /// The groups of options by which it chooses a part of the model: a route for these leads through a model that has
  /// such a transform. None by default.
  var chooses: [any ConversionOptionGroup.Type] { get }

  /// The model as it is afterwards.
  ///
  /// - Parameters:
  ///   - model: what was read, after the transforms before this one.
  ///   - capabilities: what the writer at the end of the route can hold.
  ///   - options: those of the conversion.
  ///   - context: its ledger gets what will be done.
  /// - Returns: `model` itself where there is nothing to do.
  func apply(
    to model: Model, for capabilities: Model.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Model
}

extension Transform {
  public var descriptors: [OptionDescriptor] { [] }
  public var ledgerWords: [String] { [] }
  public var lossyChanges: [String] { [] }
  public var chooses: [any ConversionOptionGroup.Type] { [] }

  public func takes(
    _ options: ConversionOptions, for capabilities: Model.Capabilities
  ) -> Set<ConversionOptions.Name> { Set(chooses.flatMap { $0.names }) }
}
