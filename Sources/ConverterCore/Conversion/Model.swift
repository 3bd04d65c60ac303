/// What a reader makes of a file and a writer makes a file of: a picture, a table, a mailbox.
///
/// A model gives its facts at once and its content on demand, so that whoever only shows facts never
/// decodes. Plugins meet in the models alone: n formats need n readers and n writers.
public protocol Model {
  /// What a writer says of its format, so that transforms can prepare the model for it.
  associatedtype Capabilities: Sendable

  /// The name shown in routes: "Picture".
  static var name: String { get }

  /// How much content there is, as the cost of working through it.
  var magnitude: Magnitude { get }

  /// What of the content decides on further losses, and is not read for a plan: "rows". `nil` where facts tell
  /// all.
  static var unreadInPlans: String? { get }

  /// Decides what becomes of ``siblings``; its value `all` makes them files of their own. `nil` where files
  /// of the kind hold no further models.
  static var siblingOption: OptionDescriptor? { get }

  /// Whether pages of it can be chosen (``choosing(_:in:)``); not by default.
  static var choosesPages: Bool { get }

  /// Whether a file can hold ``siblings``, too, so that none needs a file of its own.
  static func holdsSiblings(_ capabilities: Capabilities) -> Bool

  /// Words of the ledger for content that is never dropped to make a file smaller; none by default.
  static var essentials: [String] { get }

  /// Words that `--require` takes of every file of the kind, each with what breaks it beside an entry under the word
  /// itself; entries without a reason. None by default.
  static var requirements: [String: [LedgerEntry]] { get }

  /// Whether its file was coded with loss, so that coding it anew would add to it; not by default.
  var isCodedWithLoss: Bool { get }

  /// Further models of the same kind that the file holds beside this one.
  var siblings: [Sibling<Self>] { get }

  /// Its parts, where it consists of several, such as pages as pictures; each becomes a file where ``needsParts(_:)``
  /// says so. None by default.
  var parts: [Sibling<Self>] { get }

  /// Whether its ``parts`` need files of their own, as no file of the target can hold them together. By default,
  /// wherever it has parts.
  func needsParts(_ capabilities: Capabilities) -> Bool

  /// The same model with these as its parts, for a file that holds them together.
  func replacing(parts: [Sibling<Self>]) -> Self

  /// The pages of it that are chosen. By default the model itself, where a transform chooses them.
  func choosing(
    _ pages: PageRanges, in context: ConversionContext
  ) throws(ConversionError) -> Self

  /// These of its pages alone, to be joined with others.
  ///
  /// - Returns: `nil` for models without pages, as is the default.
  /// - Throws: `usage` for pages that are not there.
  func part(_ pages: PageRanges, in context: ConversionContext) throws(ConversionError) -> Self?

  /// The same model with its content in memory, for a writer that is tried several times.
  func held(in context: ConversionContext) throws(ConversionError) -> Self

  /// A small model that stands for the whole: a quality has the same effect on both. `nil` where there is none.
  func sample(in context: ConversionContext) throws(ConversionError) -> Self?

  /// How alike it and a file that was made of it are: 1 where they cannot be told apart. `nil` where that cannot be
  /// measured.
  func likeness(
    of file: [UInt8], as type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Double?

  /// What `--resize` would have to ask for so that it becomes smaller by a factor.
  ///
  /// - Parameter asked: what was asked for already.
  /// - Returns: `nil` for models without a size.
  func geometry(smallerBy factor: Double, than asked: ResizeGeometry?) -> ResizeGeometry?

  /// The same model, which records which of several inputs it comes from, so that a later error is attributed to that
  /// input (``ConversionContext/reading(input:mayLackLibrary:_:)``). By default the model itself.
  ///
  /// - Parameter number: from 0.
  func coming(fromInput number: Int) -> Self

  /// One model of several, in their order.
  ///
  /// - Returns: `nil` for models that cannot be joined, which is what happens by default.
  static func joined(
    _ models: [Self], in context: ConversionContext
  ) throws(ConversionError) -> Self?

  /// The parts that it is to be taken apart into, with words for the names of their files.
  ///
  /// - Parameter byteCount: how large a file of the target a model becomes; it costs as much as to write it.
  /// - Returns: `nil` for models that cannot be taken apart, which is what happens by default.
  func divided(
    _ division: Request.Division, in context: ConversionContext,
    byteCount: (Self) throws(ConversionError) -> Int
  ) throws(ConversionError) -> [Sibling<Self>]?
}

extension Model {
  public static var unreadInPlans: String? { nil }
  public static var siblingOption: OptionDescriptor? { nil }
  public static var choosesPages: Bool { false }
  public static func holdsSiblings(_ capabilities: Capabilities) -> Bool { false }
  public static var essentials: [String] { [] }
  public static var requirements: [String: [LedgerEntry]] { [:] }
  public var isCodedWithLoss: Bool { false }
  public var siblings: [Sibling<Self>] { [] }
  public var parts: [Sibling<Self>] { [] }
  public func needsParts(_ capabilities: Capabilities) -> Bool { !parts.isEmpty }
  public func replacing(parts: [Sibling<Self>]) -> Self { self }

  public func choosing(
    _ pages: PageRanges, in context: ConversionContext
  ) throws(ConversionError) -> Self { self }

  public func part(
    _ pages: PageRanges, in context: ConversionContext
  ) throws(ConversionError) -> Self? { nil }

  public func coming(fromInput number: Int) -> Self { self }

  public static func joined(
    _ models: [Self], in context: ConversionContext
  ) throws(ConversionError) -> Self? { nil }

  public func divided(
    _ division: Request.Division, in context: ConversionContext,
    byteCount: (Self) throws(ConversionError) -> Int
  ) throws(ConversionError) -> [Sibling<Self>]? { nil }
}

/// A model that stands beside the main one in the same file: a depth map, a further image.
public struct Sibling<M: Model> {
  /// A word for file names: `depth`, `gainmap`, `2`.
  public let name: String
  public let open: () throws(ConversionError) -> M

  public init(name: String, open: @escaping () throws(ConversionError) -> M) {
    self.name = name
    self.open = open
  }
}
