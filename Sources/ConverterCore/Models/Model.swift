/// What a reader makes of a file and a writer makes a file of: a picture, a table, a mailbox.
///
/// A model gives its facts at once and its content on demand, so that whoever only shows facts never
/// decodes. Plugins meet in the models alone: n formats need n readers and n writers.
///
/// What only some models can do is a protocol of its own, for which generic code asks by conformance:
/// ``JoinableModel``, ``DivisibleModel``, ``PagedModel``, ``PartChoosingModel``, ``ModelOfParts``,
/// ``ModelWithSiblings``, ``AttributableModel``, ``SampledModel``, ``ResizableModel``, ``CompressibleModel``,
/// ``RequirableModel``, ``PartlyPlannedModel``, ``FileContainer``. Those that give models of the same kind name that kind
/// (`Itself`), so that it is not lost on the way: `model as? any DivisibleModel<M>`.
public protocol Model {
  /// What a writer says of its format, so that transforms can prepare the model for it.
  associatedtype Capabilities: Sendable

  /// The name shown in routes: "Picture".
  static var name: String { get }

  /// How much content there is, as the cost of working through it.
  var magnitude: Magnitude { get }
}
