/// Turns a model into a model of another kind: a tree of objects into a table, a table into a tree.
///
/// The planner crosses a bridge where no writer takes what the reader makes. Like a transform it is cheap:
/// content is worked on when the writer pulls it, and what it cannot carry over it notes in the ledger.
public protocol Bridge<Source>: Sendable {
  associatedtype Source: Model
  associatedtype Target: Model

  /// Types whose files are shown from the other side of the bridge, unless the user says otherwise.
  var shownAcross: [ContentType.ID] { get }

  /// The keys of `--set` that it understands, which it finds in ``ConversionContext/reading``; none by default.
  var descriptors: [OptionDescriptor] { get }

  /// What it leads from, in the plural, for messages: "mail". Only bridges to a ``FileContainer`` need the word.
  var sources: String? { get }

  /// The common options that crossing uses; none by default.
  var takes: Set<ConversionOptions.Name> { get }

  /// The words that it may note in the ledger and that `--require` takes; none by default.
  var ledgerWords: [String] { get }

  /// Whether the resulting model may consist of several ``ModelOfParts/parts``; not by default.
  var mayGiveParts: Bool { get }

  /// Whether ``Preparation``s of its source are applied before it is crossed; not by default.
  var isPrepared: Bool { get }

  /// What the model is on the other side.
  func cross(
    _ model: Source, in context: ConversionContext
  ) throws(ConversionError) -> Target

  /// The same with the name of the file that the model was read from; it makes no difference by default.
  func cross(
    _ model: Source, named name: String?, in context: ConversionContext
  ) throws(ConversionError) -> Target
}

extension Bridge {
  public var shownAcross: [ContentType.ID] { [] }
  public var descriptors: [OptionDescriptor] { [] }
  public var sources: String? { nil }
  public var takes: Set<ConversionOptions.Name> { [] }
  public var ledgerWords: [String] { [] }
  public var mayGiveParts: Bool { false }
  public var isPrepared: Bool { false }

  public func cross(
    _ model: Source, named name: String?, in context: ConversionContext
  ) throws(ConversionError) -> Target { try cross(model, in: context) }

  /// Whether it leads to what a writer takes.
  package func leads<W: Writer>(to writer: W) -> Bool { Target.self == W.Model.self }
}

/// A transform that also applies before a bridge, where no writer says what its format holds, such as one that finds
/// the page in a photo whose words are asked for.
public protocol Preparation<Model>: Transform {
  /// Prepares a model for a bridge whose ``Bridge/isPrepared`` is set; what is asked for is in
  /// ``ConversionContext/reading``.
  ///
  /// - Returns: `model` itself where there is nothing to do.
  func prepare(
    _ model: Model, in context: ConversionContext
  ) throws(ConversionError) -> Model
}

/// A reader and the bridge behind it, as one reader of the model on the other side.
struct BridgedReader<Near: Reader, Crossing: Bridge>: Reader where Near.Model == Crossing.Source {
  let reader: Near
  let bridge: Crossing
  /// What comes between them.
  let preparations: [any Preparation<Near.Model>]

  var name: String { reader.name }
  var types: [ContentType.ID] { reader.types }
  var descriptors: [OptionDescriptor] {
    reader.descriptors + bridge.descriptors + preparations.flatMap(\.descriptors)
  }
  var takes: Set<ConversionOptions.Name> { reader.takes.union(bridge.takes) }
  var ledgerWords: [String] {
    reader.ledgerWords + preparations.flatMap(\.ledgerWords) + bridge.ledgerWords
  }
  var stepNames: [String] { reader.stepNames + [Crossing.Target.name] }
  var mayGiveParts: Bool { bridge.mayGiveParts }
  var choosesParts: Bool { true }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Crossing.Target {
    var model = try reader.read(input, type: type, in: context)
    let context = context.conversion
    for preparation in preparations { model = try preparation.prepare(model, in: context) }
    return try bridge.cross(model, named: input.name, in: context)
  }
}

extension Registry {
  /// A reader with each bridge that leads on from its model.
  func bridged<R: Reader>(_ reader: R) -> [(reader: any Reader, shows: [ContentType.ID])] {
    bridges.compactMap { bridge in
      guard let bridge = bridge as? any Bridge<R.Model> else { return nil }
      return (join(reader, bridge), bridge.shownAcross)
    }
  }

  private func join<R: Reader, B: Bridge>(_ reader: R, _ bridge: B) -> any Reader
  where B.Source == R.Model {
    BridgedReader(reader: reader, bridge: bridge, preparations: preparations(for: bridge))
  }

  private func preparations<B: Bridge>(for bridge: B) -> [any Preparation<B.Source>] {
    bridge.isPrepared ? transforms.compactMap { $0 as? any Preparation<B.Source> } : []
  }

  /// The keys of `--set` that a bridge understands, those of its preparations included.
  package func descriptors<B: Bridge>(of bridge: B) -> [OptionDescriptor] {
    bridge.descriptors + preparations(for: bridge).flatMap(\.descriptors)
  }

  /// The key of the viewer that shows what a reader gives.
  func viewerKey<R: Reader>(of reader: R) -> String? { viewer(of: R.Model.self)?.key }
}
